import type { BatchFileFormat, Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../../base/audit/append.ts'
import type { EveryCell } from '../../../cells/every-cell.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { lockBatch, readBatchPayouts } from './batch-life.ts'
import { csvOf, readFileLines } from './file.ts'
import { pain001Of, type Debtor } from './pain001.ts'

type SentFile = { bytes: Buffer; lines: number; total: Centimes }

export type Downloaded =
  | ({ ok: true } & SentFile)
  | { ok: false; code: 'PAYOUT404_NOT_FOUND' | 'BATCH409_NOTHING_TO_PAY' }

/**
 * The file of a batch for the bank. The first download sends the batch (D36): its lines, count and total
 * are fixed then, and each later download has the same bytes. Each is recorded.
 *
 * Each request that puts a payout into the batch, or takes one out, holds its lock. So the lines that are read here
 * are all of the batch.
 */
export const downloadBatchFile = (
  cells: EveryCell,
  { batchId, format }: { batchId: string; format: BatchFileFormat },
  debtor: Debtor,
  by: OperatorActor,
): Promise<Downloaded> =>
  withTransaction(cells.control.pool, async (tx): Promise<Downloaded> => {
    await lockBatch(tx, batchId)
    const sent =
      (await findSent(tx, batchId, format)) ?? (await send(tx, cells, batchId, debtor, by))
    if (sent === 'unknown') return { ok: false, code: 'PAYOUT404_NOT_FOUND' }
    if (sent === 'empty') return { ok: false, code: 'BATCH409_NOTHING_TO_PAY' }
    const file = sent === 'sent' ? await findSent(tx, batchId, format) : sent
    if (file === null) throw new Error(`the file of the batch ${batchId} was not stored`)
    await tx.query(
      `insert into payout_batch_downloads (download_id, batch_id, format, downloaded_by)
      values (new_id(0), $1, $2, $3)`,
      [batchId, format, by.holder],
    )
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: sent === 'sent' ? 'payout-batch.send' : 'payout-batch.download',
      subject: batchId,
      details: { format, lines: file.lines, total: file.total },
    })
    return { ok: true, ...file }
  })

const findSent = async (
  tx: pg.ClientBase,
  batchId: string,
  format: BatchFileFormat,
): Promise<SentFile | null> => {
  const { rows } = await tx.query<SentFile>(
    `select case $2 when 'csv' then csv else pain end as bytes, lines, total
    from payout_batches
    where batch_id = $1 and csv is not null`,
    [batchId, format],
  )
  return rows[0] ?? null
}

/** Writes the files of both formats, so that one is never of other lines than the other. */
const send = async (
  tx: pg.ClientBase,
  cells: EveryCell,
  batchId: string,
  debtor: Debtor,
  by: OperatorActor,
): Promise<'sent' | 'empty' | 'unknown'> => {
  const lines = await readFileLines(cells, batchId)
  if (lines.length === 0) {
    return (await readBatchPayouts(cells, batchId)).length === 0 ? 'unknown' : 'empty'
  }
  const { rows } = await tx.query<{ sentAt: Date; businessDate: string }>(
    'select at as "sentAt", business_date_of(at)::text as "businessDate" from (select wasl_now() as at) as now',
  )
  const [now] = rows
  if (now === undefined) throw new Error('the database did not say what time it is')
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  await tx.query(
    `insert into payout_batches (batch_id, sent_at, sent_by, lines, total, csv, pain)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (batch_id) do update
    set sent_at = excluded.sent_at, sent_by = excluded.sent_by, lines = excluded.lines,
      total = excluded.total, csv = excluded.csv, pain = excluded.pain
    where payout_batches.csv is null`,
    [
      batchId,
      now.sentAt,
      by.holder,
      lines.length,
      total,
      Buffer.from(csvOf(batchId, lines), 'utf8'),
      Buffer.from(pain001Of(batchId, lines, { debtor, ...now }), 'utf8'),
    ],
  )
  return 'sent'
}
