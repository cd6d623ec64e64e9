import type { CallFigures, MoneyFigures, Overview } from '../../figures.ts'

const moved = { collected: 1250.5, payments: 1, refunded: 0, refunds: 0 }
const day = { ...moved, byNow: moved }

export const moneyFigures: MoneyFigures = {
  items: [{ date: '2026-11-21', channelKind: 'AGENCY', ...moved }],
}

export const callFigures: CallFigures = {
  items: [
    {
      hour: '2026-11-21T09:00:00.000Z',
      call: 'lookup',
      answered: 97,
      failed: 3,
      p50Ms: 240,
      p95Ms: 1_850,
    },
  ],
}

export const overview: Overview = {
  at: '2026-11-21T09:20:00.000Z',
  timeZone: 'Africa/Algiers',
  today: { date: '2026-11-21', ...day },
  yesterday: { date: '2026-11-20', ...day },
  lastWeek: { date: '2026-11-14', ...day },
  byKind: [{ channelKind: 'AGENCY', ...moved }],
  byHour: [{ hour: 10, today: 1250.5, payments: 1, lastWeek: 980 }],
  failing: [
    {
      partnerId: 'prt_1001',
      name: 'Eaux du Littoral Ouest',
      waiting: 37,
      givenUp: 0,
      since: '2026-11-21T08:42:00.000Z',
      nextAttemptAt: '2026-11-21T09:24:00.000Z',
      lookups: { answered: 17, failed: 2 },
    },
  ],
  oldestDue: [
    {
      kind: 'deposit',
      id: '019aa5cd-8d20-7abc-8def-012300000000',
      name: 'Agence Bab Ezzouar',
      label: '0048190',
      amount: 640_200,
      since: '2026-11-18T17:30:00.000Z',
    },
  ],
  cash: {
    total: 1250.5,
    bags: { amount: 0, count: 0, oldestAt: null },
    holders: 1,
    ages: [{ days: 0, amount: 1250.5, holders: 1 }],
  },
  queue: {
    due: 0,
    retrying: 37,
    oldestDueAt: '2026-11-21T09:24:00.000Z',
    locked: 2,
    lapsing: 0,
    openCases: 1,
    openVariances: 2,
    openVarianceAmount: 1_500,
  },
  owed: 1250.5,
  standbys: [{ name: 'standby1', state: 'streaming', lagSeconds: 0.2 }],
}
