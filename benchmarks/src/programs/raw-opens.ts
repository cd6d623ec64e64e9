/**
 * Opens payments without a platform: calls the partner, parses the answer, and writes payment,
 * history, event and delivery in one statement on a pooled connection.
 */
import pg from 'pg'
import { Pool } from 'undici'
import { OPEN_STATEMENT } from './load-statement.ts'
import { nextFromBench, setup, sendToBench } from './program.ts'

const { url, origin, concurrency, partners, channelId } = setup() as {
  url: string
  origin: string
  concurrency: number
  partners: number
  channelId: number
}

const WARM_UP_MS = 1_000

const pool = new pg.Pool({
  connectionString: url,
  max: concurrency,
  options: '-c plan_cache_mode=force_generic_plan -c jit=off',
})
const partner = new Pool(origin, { connections: concurrency })

const open = async (number: number): Promise<void> => {
  const path = `/floor-${number}`
  const headers = { authorization: 'Bearer x', 'x-timestamp': `${Math.floor(Date.now() / 1e3)}` }
  const { body } = await partner.request({ method: 'GET', path, headers })
  const details = (await body.json()) as { reference: string }
  if (details.reference !== `floor-${number}`)
    throw new Error('the partner answered for another reference')
  const values = [number, partners, channelId]
  const { rowCount } = await pool.query({ name: 'open', text: OPEN_STATEMENT, values })
  if (rowCount !== 1) throw new Error(`payment ${number} was not opened`)
}

sendToBench({ ready: true })
const { first, seconds } = await nextFromBench<{ first: number; seconds: number }>()
let opened = 0
let next = first

const openFor = async (durationMs: number): Promise<void> => {
  const untilMs = performance.now() + durationMs
  const worker = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      await open(next++)
      opened += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

// A warm-up that does not count: it compiles the code and opens the connections.
await openFor(WARM_UP_MS)
opened = 0
const startedMs = performance.now()
await openFor(seconds * 1000)
sendToBench({ rate: (opened / (performance.now() - startedMs)) * 1000 })
await Promise.all([pool.end(), partner.close()])
process.disconnect()
