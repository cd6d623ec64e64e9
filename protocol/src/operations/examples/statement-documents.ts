/** A closed statement, as its partner sees it: the counter of the ledger's first example. */
export const statementRecord = {
  statementId: '01989d2e-5c00-7a10-8f3b-9c02000003e9',
  number: '1001-2026-0001',
  from: '2026-11-01',
  to: '2026-11-20',
  status: 'approved',
  gross: 10_000,
  refunds: 0,
  fees: 150,
  vat: 28.5,
  adjustments: 0,
  carriedForward: 0,
  net: 9_821.5,
  currency: 'DZD',
  closedAt: '2026-11-21T09:00:00.000Z',
  paidAt: null,
}
