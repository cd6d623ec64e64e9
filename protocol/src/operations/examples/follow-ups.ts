import { PAYMENT_ID } from './payments.ts'

export const followUp = {
  followUpId: '019aa5d0-4c40-7abc-8def-0123000003e9',
  kind: 'call',
  partnerId: 'prt_1001',
  paymentId: PAYMENT_ID,
  words: 'Elle a payé hier à Blida, le magasin ne le sait pas.',
  caller: 'Mme Saïdi, 0550 12 34 56',
  ownerId: 'usr_12',
  owner: 'Lina',
  dueOn: '2026-11-22',
  status: 'open',
  openedById: 'usr_12',
  openedBy: 'Lina',
  openedAt: '2026-11-21T09:32:00.000Z',
  doneAt: null,
  doneBy: null,
}

export const followUpDetail = {
  ...followUp,
  entries: [
    {
      entryId: '019aa5d0-4c41-7abc-8def-0123000003e9',
      act: 'opened',
      text: null,
      value: null,
      byId: 'usr_12',
      by: 'Lina',
      at: '2026-11-21T09:32:00.000Z',
    },
  ],
}

export const openFollowUp = {
  paymentId: PAYMENT_ID,
  words: followUp.words,
  caller: followUp.caller,
  ownerId: 'usr_12',
  dueOn: '2026-11-22',
}
