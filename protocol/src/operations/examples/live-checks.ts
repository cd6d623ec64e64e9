import type { LiveRun } from '../../live-checks.ts'

export const liveRun: LiveRun = {
  runId: '01989d2e-5c00-7a10-8f3b-9c00000003e9',
  state: 'running',
  startedAt: '2026-11-23T09:00:00.000Z',
  finishedAt: null,
  askedBy: 'Amina Belkacem',
  apiUrl: 'https://shop.example/pay',
  webhookUrl: 'https://shop.example/pay/webhook',
  reference: null,
  checks: 15,
  results: [
    {
      check: 'lookup-unknown',
      outcome: 'passed',
      status: 404,
      durationMs: 84,
      problem: null,
      responseBody: '{"error":"NOT_FOUND","errorMessage":"Unknown reference"}',
    },
  ],
}
