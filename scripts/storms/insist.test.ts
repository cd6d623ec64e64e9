import { expect, test } from 'vitest'
import type { Answer } from '../../platform/test/support/node.ts'
import type { PlatformProcess } from '../../platform/test/support/platform-process.ts'
import { createInsist } from './insist.ts'

const answered = (status: number, error?: string): Answer => ({
  status,
  headers: new Headers(),
  body: { error },
  text: '',
})

const AWAY = answered(503, 'SERVER503_UNAVAILABLE')

/** A process that answers the calls, and says whether it is ready, in this order; then it is gone. */
const processOf = (answers: Answer[], ready: Answer[] = []): PlatformProcess => {
  const next = async (queue: Answer[]): Promise<Answer> => {
    const answer = queue.shift()
    if (answer === undefined) throw new Error('The process is gone.')
    return answer
  }
  const call = (_: string, path: string) => next(path === '/readyz' ? ready : answers)
  return { call } as PlatformProcess
}

const asking = (node: PlatformProcess): Promise<Answer> => node.call('POST', '/asked')

test('a call that is answered while the database is away is repeated when the process is ready', async () => {
  const ready = [answered(503), answered(503), answered(200)]
  const node = processOf([AWAY, answered(201)], ready)
  const answer = await createInsist([node], () => false)(asking)
  expect([answer?.status, ready]).toEqual([201, []])
})

test('a process that ends while its database is away is not waited for', async () => {
  const insist = createInsist([processOf([AWAY]), processOf([answered(200)])], () => false)
  expect((await insist(asking))?.status).toBe(200)
})

test('a refusal and an unexpected failure are answers', async () => {
  for (const status of [409, 500]) {
    const insist = createInsist([processOf([answered(status, 'ANY')])], () => false)
    expect((await insist(asking))?.status).toBe(status)
  }
})

test('nobody is asked for ever when no process is left', async () => {
  expect(await createInsist([], () => true)(asking)).toBeNull()
})
