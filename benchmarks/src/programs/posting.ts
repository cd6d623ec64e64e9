import { sign, hmacKey } from '@wasl/protocol'
import { Pool } from 'undici'

/** The data of a peer's job: the stored event, ready to be sent. */
export type PostJob = { eventId: string; body: string }

export type PostingSetup = {
  origin: string
  /** Concurrent calls. */
  concurrency: number
}

const HMAC_SECRET = 'wasl_hmac_0123456789012345678901234567890123456789012'
const API_SECRET = 'wasl_sec_0123456789012345678901234567890123456789012'
const ACKNOWLEDGED = '{"success":true}'

/** An event of the usual size. */
export const eventOf = (number: number): PostJob => {
  const tail = number.toString(16).padStart(12, '0')
  return {
    eventId: `01a1fde8-ddae-7001-8000-${tail}`,
    body: `{"event":"payment.initialized","data":{"reference":"BENCH-${number}","paymentId":"01a1fde8-ddae-7000-8000-${tail}","channel":"AGENCY","amount":599.8,"currency":"DZD","lockReleaseTime":"2026-11-22T11:55:59.182Z","initializedAt":"2026-11-21T11:55:59.182Z"}}`,
  }
}

export type Post = (job: PostJob) => Promise<void>

/** Does the minimum for a delivery: sign, POST, check the acknowledgement. */
export const createPost = ({
  origin,
  concurrency,
}: PostingSetup): { post: Post; close: () => Promise<void> } => {
  const pool = new Pool(origin, { connections: concurrency })
  const key = hmacKey(HMAC_SECRET)
  return {
    close: () => pool.close(),
    async post({ eventId, body }) {
      const bytes = Buffer.from(body)
      const timestamp = String(Math.floor(Date.now() / 1000))
      const answer = await pool.request({
        method: 'POST',
        path: '/webhooks/platform',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${API_SECRET}`,
          'x-timestamp': timestamp,
          'x-signature': sign(bytes, timestamp, key),
          'x-event-id': eventId,
        },
        body: bytes,
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200 || text !== ACKNOWLEDGED) {
        throw new Error(`expected ${ACKNOWLEDGED}, received ${answer.statusCode} ${text}`)
      }
    },
  }
}

/** Runs a task for each item, at most `concurrency` at a time. */
export const eachOf = async <Item>(
  items: Iterable<Item>,
  concurrency: number,
  task: (item: Item) => Promise<void>,
): Promise<void> => {
  const iterator = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      await task(next.value)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
