import type { OwnServiceLevels, ServiceLevels } from '../../objectives.ts'

const webhooks = {
  objective: 'webhooks',
  good: 9_960,
  failed: 40,
  level: 0.996,
  target: 0.99,
  budgetLeft: 0.6,
} as const

export const ownServiceLevels: OwnServiceLevels = {
  since: '2026-02-28T23:00:00.000Z',
  at: '2026-03-01T10:00:00.000Z',
  objectives: [webhooks],
  hours: [
    {
      objective: 'webhooks',
      from: '2026-03-01T08:00:00.000Z',
      good: 410,
      failed: 30,
      level: 0.932,
      ofBudget: 0.3,
    },
  ],
}

export const serviceLevels: ServiceLevels = {
  ...ownServiceLevels,
  worst: [
    {
      objective: 'webhooks',
      good: 60,
      failed: 40,
      level: 0.6,
      partnerId: 'prt_1001',
      name: 'École El Amel',
    },
  ],
}
