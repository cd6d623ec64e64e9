/**
 * One search for everything that a text may mean (W140). Each finder is one bounded statement. A finder
 * that takes too long is given up, and the others answer.
 */
import type pg from 'pg'
import { isStatementTimeout } from '../../base/database/errors.ts'
import type { AuditRow } from '../../base/audit/list.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import type { PaymentRecordRow } from '../../payments/payment-record.ts'
import { readPaymentRecords } from '../../payments/read-records.ts'
import type { DeliveryRecord } from '../../delivery/webhooks/queue/delivery.ts'
import type { Reading, Search } from './asked.ts'
import { listPayments } from '../../payments/list.ts'
import { findAgents, findChannels, findPartners, type FoundNames } from './find-names.ts'
import { findPayments, type FoundPayment } from './find-payments.ts'
import { findEvents, findRecords, findRequests, type FoundRecord } from './find-by-id.ts'
import { PERMISSION_TO_FIND } from './who-may-find.ts'
import { findStatements, type FoundStatement } from './find-statements.ts'

export type SearchDeps = { pool: pg.Pool; makeTransition: MakeTransition }

export type FoundPaymentRow = PaymentRecordRow & Pick<FoundPayment, 'match'>

export type Found = {
  payments: FoundPaymentRow[]
  statements: FoundStatement[]
  events: DeliveryRecord[]
  records: FoundRecord[]
  requests: AuditRow[]
  /** How the payments were found, when what was said narrowed them. */
  reading: Reading | null
} & FoundNames

/** Each list has at most one row more than the limit. `isComplete` is false when a finder was given up. */
export const search = async (
  deps: SearchDeps,
  asked: Search,
): Promise<{ found: Found; isComplete: boolean }> => {
  let isComplete = true
  const find = async <Row>(
    kind: keyof typeof PERMISSION_TO_FIND | null,
    finder: () => Promise<Row[]>,
  ): Promise<Row[]> => {
    if (kind !== null && !asked.permissions.has(PERMISSION_TO_FIND[kind])) return []
    try {
      return await finder()
    } catch (error) {
      if (!isStatementTimeout(error)) throw error
      isComplete = false
      return []
    }
  }
  const { pool } = deps
  // One after the other: a search takes one connection at a time, so that searches do not use them up.
  const found: Found = {
    payments: await find('payments', () => readFound(deps, asked)),
    statements: await find('statements', () => findStatements(pool, asked)),
    events: await find('events', () => findEvents(pool, asked)),
    reading: null,
    partners: [],
    channels: [],
    agents: [],
    records: [],
    requests: [],
  }
  if (asked.partnerId === null) {
    found.partners = await find('partners', () => findPartners(pool, asked))
    found.channels = await find('channels', () => findChannels(pool, asked))
    found.agents = await find('agents', () => findAgents(pool, asked))
    const narrowed = await find('payments', () => readNarrowed(deps, asked, found))
    found.payments.push(...narrowed)
    found.records = await find(null, () => findRecords(pool, asked))
    found.requests = await find('requests', () => findRequests(pool, asked))
  }
  return { found, isComplete }
}

/** The payments of the first reading that finds some; its reading is noted. */
const readNarrowed = async (
  deps: SearchDeps,
  asked: Search,
  found: Found,
): Promise<FoundPaymentRow[]> => {
  if (found.payments.length > 0) return []
  const isNamed = found.partners.length + found.channels.length + found.agents.length > 0
  for (const reading of asked.readings) {
    // One partner, channel or agent has all these names: that is what was meant.
    if (reading.isOfNames && isNamed) continue
    const page = { limit: asked.limit + 1, beforeId: null }
    const rows = await listPayments(deps, reading.filter, page)
    if (rows.length === 0) continue
    found.reading = reading
    const { match } = reading
    return rows.map((row) => Object.assign(row, { match }))
  }
  return []
}

const readFound = async (deps: SearchDeps, asked: Search): Promise<FoundPaymentRow[]> => {
  const hits = await findPayments(deps.pool, asked)
  const records = await readPaymentRecords(
    deps,
    hits.map(({ paymentId }) => paymentId),
  )
  const byId = new Map(records.map((record) => [record.payment_id, record]))
  return hits.flatMap(({ paymentId, match }) => {
    const record = byId.get(paymentId)
    return record === undefined ? [] : [{ ...record, match }]
  })
}
