/**
 * BullMQ on Redis with an append-only file: one worker, with as many concurrent jobs as the other
 * contestants have concurrent calls. Finished jobs are removed at once, which is cheapest.
 */
import { Queue, Worker } from 'bullmq'
import { chunksOf, untilDone, type PeerSetup } from './peer-setup.ts'
import { createPost, eventOf, type PostJob } from './posting.ts'
import { setup, sendToBench } from './program.ts'

const { url, count, phase, ...posting } = setup() as PeerSetup

const QUEUE = 'deliver'
const { hostname, port } = new URL(url)
const connection = { host: hostname, port: Number(port), maxRetriesPerRequest: null }

const queue = new Queue<PostJob>(QUEUE, { connection })
if (phase === 'fill') {
  await queue.obliterate({ force: true })
  for (const chunk of chunksOf(count, 2_000, eventOf)) {
    await queue.addBulk(chunk.map((data) => ({ name: QUEUE, data })))
  }
} else {
  const { post, close } = createPost(posting)
  let left = count
  let finish: () => void
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const worker = new Worker<PostJob>(
    QUEUE,
    async ({ data }) => {
      await post(data)
      left -= 1
      if (left === 0) finish()
    },
    { connection, concurrency: posting.concurrency, removeOnComplete: { count: 0 } },
  )
  worker.on('error', (error) => console.error(error))
  await finished
  await untilDone(
    async () => (await queue.getJobCountByTypes('wait', 'active', 'prioritized')) === 0,
  )
  sendToBench({ doneAtMs: Date.now() })
  await worker.close()
  await close()
}
await queue.close()
process.disconnect()
