import type { BatchFileFormat, BatchStatus, Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { EveryCell } from '../../../cells/every-cell.ts'
import { batchStatusOf, readBatchPayouts } from './batch-life.ts'

export type BatchRow = {
  batchId: string
  status: BatchStatus
  /** What the file asks the bank to pay; for a draft, what it would ask now. */
  lines: number
  total: Centimes
  sentAt: Date | null
  sentBy: string | null
  downloads: { at: Date; by: string; format: BatchFileFormat }[]
}

/** Null when no payout is in such a batch. */
export const readBatch = async (cells: EveryCell, batchId: string): Promise<BatchRow | null> => {
  const payouts = await readBatchPayouts(cells, batchId)
  if (payouts.length === 0) return null
  const { operatorLists } = cells.control
  const sent = await findSent(operatorLists, batchId)
  const open = payouts.filter(({ status }) => status === 'instructed')
  return {
    batchId,
    status: batchStatusOf(payouts, sent !== null),
    lines: sent?.lines ?? open.length,
    total: sent?.total ?? open.reduce((sum, { amount }) => sum + amount, 0),
    sentAt: sent?.sentAt ?? null,
    sentBy: sent?.sentBy ?? null,
    downloads: await listDownloads(operatorLists, batchId),
  }
}

type Sent = { lines: number | null; total: Centimes | null; sentAt: Date; sentBy: string | null }

const findSent = async (db: pg.Pool, batchId: string): Promise<Sent | null> => {
  const { rows } = await db.query<Sent>(
    `select lines, total, sent_at as "sentAt", sent_by as "sentBy"
    from payout_batches where batch_id = $1`,
    [batchId],
  )
  return rows[0] ?? null
}

/** The latest downloads of a batch that an answer shows. */
const DOWNLOADS_MAX = 100

const listDownloads = async (db: pg.Pool, batchId: string): Promise<BatchRow['downloads']> => {
  const { rows } = await db.query<BatchRow['downloads'][number]>(
    `select downloaded_at as at, downloaded_by as by, format
    from payout_batch_downloads
    where batch_id = $1
    order by download_id desc
    limit $2`,
    [batchId, DOWNLOADS_MAX],
  )
  return rows
}
