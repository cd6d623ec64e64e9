export const notification = {
  notificationId: '0199f3c0-2b7e-7a10-8c00-000000000000',
  transport: 'email',
  state: 'sent',
  items: [
    {
      phase: 'began',
      kind: 'webhooks-fail',
      partnerId: 'prt_1001',
      partnerName: 'Boutique Djurdjura',
      beganAt: '2026-11-21T08:40:00.000Z',
      endedAt: null,
    },
  ],
  madeAt: '2026-11-21T08:40:12.000Z',
  attempts: 1,
  nextAttemptAt: null,
  sentAt: '2026-11-21T08:40:14.000Z',
  error: null,
} as const

export const notificationReport = {
  webhook: 'hooks.example',
  email: ['desk@wasl.example'],
  language: 'fr',
  items: [notification],
} as const

export const testNotificationSent = {
  items: [
    {
      ...notification,
      state: 'waiting',
      items: [
        {
          phase: 'test',
          kind: null,
          partnerId: null,
          partnerName: null,
          beganAt: '2026-11-21T09:00:00.000Z',
          endedAt: null,
        },
      ],
      attempts: 0,
      nextAttemptAt: '2026-11-21T09:00:00.000Z',
      sentAt: null,
    },
  ],
} as const
