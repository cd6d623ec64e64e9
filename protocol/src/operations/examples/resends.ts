export const resendRequest = {
  partnerId: 'prt_1001',
  since: '2026-11-20T08:00:00.000Z',
  until: '2026-11-20T12:00:00.000Z',
  states: ['failed', 'pending'],
}

export const resendPreview = { count: 412, isMore: false }

export const resend = {
  resendId: '01989d2e-5c00-7a10-8f3b-9c00000003e9',
  partnerId: 'prt_1001',
  since: '2026-11-20T08:00:00.000Z',
  until: '2026-11-20T12:00:00.000Z',
  event: null,
  states: ['failed', 'pending'],
  status: 'running',
  count: 412,
  sent: 256,
  leftOut: 0,
  askedAt: '2026-11-20T12:30:00.000Z',
  askedBy: 'Amina',
  finishedAt: null,
}
