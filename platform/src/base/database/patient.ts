import { isLockTimeout } from './errors.ts'
import type { Pipeline, Statement } from './pipeline.ts'
import { pause, random } from '../chance.ts'

/** The other statements of its connection run during the pause. */
const PAUSE_MS = 100

/** The same connection, which retries a statement once when another session held what it needed. */
export const patient = (pipeline: Pipeline): Pipeline => ({
  ...pipeline,
  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    try {
      return await pipeline.query<Row>(statement)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
    await pause(PAUSE_MS * (0.5 + random()))
    return pipeline.query<Row>(statement)
  },
})
