import type { PartnerSearchAnswer, SearchAnswer } from '../../search.ts'
import { operatorPaymentRecord } from './payments.ts'

export const searchAnswer: SearchAnswer = {
  understood: {
    text: '1 250,50 DA',
    amountFrom: 1250.5,
    amountTo: 1250.5,
    filters: { amountFrom: 12450, amountTo: 12450, from: '2026-10-20' },
    since: '2026-10-22T09:30:00.000Z',
  },
  groups: [
    { kind: 'payments', items: [{ ...operatorPaymentRecord, match: 'amount' }], hasMore: false },
  ],
  isComplete: true,
}

const {
  channelId: _channel,
  channelName: _name,
  agentId: _agent,
  takenBy: _taken,
  ...own
} = operatorPaymentRecord

export const partnerSearchAnswer: PartnerSearchAnswer = {
  understood: { text: 'INV/2026', amountFrom: null, amountTo: null, filters: null, since: null },
  groups: [{ kind: 'payments', items: [{ ...own, match: 'beginning' }], hasMore: false }],
  isComplete: true,
}
