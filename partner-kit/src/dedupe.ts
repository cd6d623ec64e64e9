/**
 * Records handled events, so that a repeated event is acknowledged without being handled again. The
 * key is the signed content, `event` and `data.paymentId` (D13).
 *
 * One function, so that a database can do it in one transaction:
 *
 *     once: (key, run) => inTransaction(async (transaction) => {
 *       const added = await transaction.query(
 *         'insert into handled_events (key) values ($1) on conflict do nothing', [key])
 *       if (added.rowCount === 0) return 'duplicate'
 *       await run(transaction)
 *       return 'ran'
 *     })
 *
 * Handlers receive the argument of `run` as `context.transaction`. When anything fails, their writes
 * with it are rolled back together with the record.
 */
export type Dedupe<Transaction = undefined> = {
  /**
   * Calls `run` unless it already succeeded for this key. Returns which of the two happened.
   *
   * - When `run` rejects, `once` must reject and leave the key unrecorded: the platform sends the
   *   event again.
   * - While another call for the same key is running, `once` waits for it. It returns `duplicate` if
   *   that call succeeded, and may call `run` if it failed.
   */
  once: (
    key: string,
    run: (transaction: Transaction) => Promise<void>,
  ) => Promise<'ran' | 'duplicate'>
}
