/**
 * Remembers which events were handled, so that one that is sent again is acknowledged without being
 * handled again (D13: told apart by the signed content, `event` and `data.paymentId`).
 *
 * One function, so that a database can keep the promise with one transaction:
 *
 *     once: (key, run) => inTransaction(async (transaction) => {
 *       const added = await transaction.query(
 *         'insert into handled_events (key) values ($1) on conflict do nothing', [key])
 *       if (added.rowCount === 0) return 'duplicate'
 *       await run(transaction)
 *       return 'ran'
 *     })
 *
 * What `run` is called with reaches the handlers as `context.transaction`: a handler that writes
 * with it is undone together with the record when anything fails.
 */
export type Dedupe<Transaction = undefined> = {
  /**
   * Runs `run` unless it has succeeded before for this key, and tells which.
   *
   * - When `run` rejects, so must this, and the key must stay unrecorded: the event comes again.
   * - When another call for the same key is under way, this one waits for its end; it answers
   *   `duplicate` if the other succeeded, and may run if it failed.
   */
  once: (
    key: string,
    run: (transaction: Transaction) => Promise<void>,
  ) => Promise<'ran' | 'duplicate'>
}
