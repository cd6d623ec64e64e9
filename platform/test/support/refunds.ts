/** What the tests of refunds share: payments, refunds, redemptions and lines of the bank account. */
import { randomUUID } from 'node:crypto'
import type { Refund } from '@wasl/protocol'
import { expect } from 'vitest'
import { BANK_MAPPING } from './bank.ts'
import { newReference, type Answer, type Node } from './node.ts'
import type { TestChannel, TestPartner } from './node.ts'
import type { TestPlatform } from './platform.ts'

export type RefundScene = { platform: TestPlatform; partner: TestPartner; channel: TestChannel }

type Call = { key?: string; body?: unknown; headers?: Record<string, string> }

/** Calls as operators and tills make them; of the scene as it is when they are made. */
export const refundCalls = (scene: () => RefundScene) => {
  const operator = (method: string, path: string, options: Call = {}): Promise<Answer> => {
    const { platform } = scene()
    const { key = platform.operatorKey, ...rest } = options
    return platform.call(method, `/operator/v1${path}`, { key, ...rest })
  }

  const paid = async (): Promise<{ paymentId: string; reference: string }> => {
    const { platform, partner, channel } = scene()
    const payment = await platform.opened(channel, partner, newReference())
    const answer = await platform.change(channel, 'confirm', payment.paymentId)
    expect(answer.status).toBe(200)
    // What was refunded before is another person's: it does not count with what comes (D35).
    await platform.pool.query(`update refunds set requested_behind = '{earlier}'`)
    return payment
  }

  const made = async (amount = 100): Promise<Refund & { code: string }> => {
    const { paymentId } = await paid()
    const { body } = await scene().platform.refund(paymentId, { amount })
    expect(body).toMatchObject({ status: 'made', code: expect.any(String) })
    return body as Refund & { code: string }
  }

  const redeem = (
    code: string,
    {
      by = scene().channel,
      at = scene().platform,
      paidBy,
      key,
    }: { by?: TestChannel; at?: Node; paidBy?: string; key?: string } = {},
  ): Promise<Answer> =>
    at.call('POST', '/channel/v1/refunds/redeem', {
      key: by.apiKey,
      body: { code, ...(paidBy !== undefined && { paidBy }) },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })

  /** A key of another person. */
  const newOperator = async (name: string, holder = name): Promise<string> => {
    const { body } = await operator('POST', '/operator-keys', { body: { name, holder } })
    return body.apiKey
  }

  const transfersOf = async (sourceId: string): Promise<string[]> => {
    const { rows } = await scene().platform.pool.query<{ transfer: string }>(
      `select format('%s/%s %s:%s > %s:%s %s', code, line, debit_kind, debit_owner, credit_kind,
        credit_owner, amount) as transfer
      from ledger_transfers where source_id = $1 order by at, code, line`,
      [sourceId],
    )
    return rows.map(({ transfer }) => transfer)
  }

  /** A line of the clients' account at the bank; below 0 when the money left. */
  const bankLine = async (amount: string): Promise<string> => {
    const { platform } = scene()
    await operator('PUT', '/bank-mappings/refunds', { body: BANK_MAPPING })
    const description = `REMBOURSEMENT ${randomUUID()}`
    const answer = await platform.call('POST', '/operator/v1/bank-lines?mapping=refunds', {
      key: platform.operatorKey,
      body: `Date;Libellé;Réf;Montant\n2026-11-22;${description};;${amount}`,
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    })
    expect(answer.body).toMatchObject({ added: 1 })
    const { items } = await platform.operator('/bank-lines?limit=1')
    expect(items[0].description).toBe(description)
    return items[0].bankLineId
  }

  return { operator, paid, made, redeem, newOperator, transfersOf, bankLine }
}
