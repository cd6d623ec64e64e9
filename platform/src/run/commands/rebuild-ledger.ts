/**
 * After a logical restore (pg_dump and pg_restore, or a copy by SQL): stamps the transfers of the
 * ledger with ids of this database server, and rolls them up again.
 *
 *   npm run platform:rebuild-ledger
 *
 * The platform may run; confirmations wait some milliseconds.
 */
import { rebuildLedger } from '../../ledger/rebuild.ts'
import { BY_COMMAND, expectNoArgument, onEachDatabase, reportFailure } from './run-command.ts'

const main = async (): Promise<void> => {
  expectNoArgument()
  await onEachDatabase('rebuild ledger', async ({ db }) => {
    const sums = await rebuildLedger(db.pool, BY_COMMAND)
    process.stdout.write(`The ledger was rolled up again: ${sums} sums of an account on a day.\n`)
  })
}

main().catch(reportFailure('The ledger was not rolled up'))
