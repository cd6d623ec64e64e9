/**
 * graphile-worker tuned for many short jobs as its documentation on performance says: a local queue
 * takes jobs in batches, completions are written in batches, and jobs are not logged.
 */
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import { chunksOf, untilDone, type PeerSetup } from './peer-setup.ts'
import { createPost, eventOf, type PostJob } from './posting.ts'
import { setup, sendToBench } from './program.ts'

const { url, count, phase, ...posting } = setup() as PeerSetup

const logger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(message)
})
const preset = { worker: { connectionString: url } }

if (phase === 'fill') {
  const utils = await makeWorkerUtils({ preset, logger })
  await utils.migrate()
  for (const chunk of chunksOf(count, 5_000, eventOf)) {
    await utils.addJobs(chunk.map((payload) => ({ identifier: 'deliver', payload })))
  }
  await utils.release()
} else {
  const { post, close } = createPost(posting)
  let left = count
  let finish: () => void
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const runner = await run({
    logger,
    noHandleSignals: true,
    taskList: {
      deliver: async (payload) => {
        await post(payload as PostJob)
        left -= 1
        if (left === 0) finish()
      },
    },
    preset: {
      worker: {
        ...preset.worker,
        concurrentJobs: posting.concurrency,
        maxPoolSize: 10,
        localQueue: { size: 1_000 },
        completeJobBatchDelay: 20,
        failJobBatchDelay: 20,
        preparedStatements: true,
      },
    },
  })
  await finished
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await untilDone(async () => {
    const { rowCount } = await client.query('select from graphile_worker._private_jobs limit 1')
    return rowCount === 0
  })
  sendToBench({ doneAtMs: Date.now() })
  await client.end()
  await runner.stop()
  await close()
}
process.disconnect()
