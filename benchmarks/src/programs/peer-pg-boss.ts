/**
 * pg-boss tuned for many short jobs: four workers take 2,000 jobs at a time, and fetch the next batch
 * without a pause while batches are full. The queue has its own table.
 */
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { chunksOf, untilDone, type PeerSetup } from './peer-setup.ts'
import { createPost, eachOf, eventOf, type PostJob } from './posting.ts'
import { setup, sendToBench } from './program.ts'

const { url, count, phase, ...posting } = setup() as PeerSetup

const QUEUE = 'deliver'
const WORKERS = 4
const BATCH = 2_000

const boss = new PgBoss({ connectionString: url, schedule: false, supervise: false })
boss.on('error', (error) => console.error(error))
await boss.start()

if (phase === 'fill') {
  await boss.createQueue(QUEUE, { partition: true })
  for (const chunk of chunksOf(count, 5_000, eventOf)) {
    await boss.insert(
      QUEUE,
      chunk.map((data) => ({ data })),
    )
  }
} else {
  const { post, close } = createPost(posting)
  let left = count
  let finish: () => void
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  await boss.work<PostJob>(
    QUEUE,
    {
      batchSize: BATCH,
      localConcurrency: WORKERS,
      pollingIntervalSeconds: 0.5,
      burstWhenBatchFull: true,
    },
    async (jobs) => {
      await eachOf(jobs, posting.concurrency / WORKERS, ({ data }) => post(data))
      left -= jobs.length
      if (left === 0) finish()
    },
  )
  await finished
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await untilDone(async () => {
    const { rowCount } = await client.query(
      `select from pgboss.job where name = $1 and state < 'completed' limit 1`,
      [QUEUE],
    )
    return rowCount === 0
  })
  sendToBench({ doneAtMs: Date.now() })
  await client.end()
  await close()
}
await boss.stop({ graceful: false })
process.disconnect()
