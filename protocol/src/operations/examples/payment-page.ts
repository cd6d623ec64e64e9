import { eventDetail, PAID_AT, PAYMENT_ID } from './payments.ts'

export const note = {
  noteId: '019aa5cd-8d20-7abc-8def-0123000003e9',
  at: '2026-11-21T09:31:00.000Z',
  text: 'La cliente a appelé : le magasin disait ne rien avoir reçu.',
  byId: 'opr_2',
  by: 'Lina',
}

export const evidence = {
  paymentId: PAYMENT_ID,
  people: { agt_12: 'Nadia Belkacem' },
  events: [eventDetail],
  money: {
    businessDate: '2026-11-21',
    collected: 1250.5,
    refunded: 0,
    fee: { basisPoints: 120, vatBasisPoints: 1900, fee: 15.01, vat: 2.85 },
    due: 1232.64,
    statement: null,
  },
  cash: [
    {
      at: PAID_AT,
      code: 'COLLECT',
      amount: 1250.5,
      sourceId: PAYMENT_ID,
      to: { kind: 'cash', owner: 'agt_12', name: 'Nadia Belkacem' },
    },
  ],
  withheld: [],
}
