export const settingRequest = {
  settingRequestId: '0190b3a5-7c1e-7b2a-9c3d-5e4f00000000',
  operation: 'changeChannel',
  subject: 'chn_7',
  changes: [{ field: 'countTolerance', from: 0, to: 50 }],
  status: 'waiting',
  askedBy: 'Amina Bouzid',
  askedAt: '2026-03-02T09:12:00.000Z',
  confirmedBy: null,
  endedAt: null,
  side: 'operator',
  permissions: ['channels.edit', 'cash.adjust'],
  mayConfirm: true,
} as const
