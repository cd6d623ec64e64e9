export const testWebhook = {
  kind: 'webhook',
  url: 'https://shop.example/pay/webhooks/platform',
  at: '2026-11-21T09:00:00.000Z',
  secrets: 'current',
  sentBody:
    '{"event":"payment.fail","data":{"reference":"WASL-TEST-01989d2e5c00","paymentId":' +
    '"01989d2e-5c00-7a10-8f3b-9c00000003e9","channel":"AGENCY","amount":1,"currency":"DZD",' +
    '"failedAt":"2026-11-21T09:00:00.000Z","reason":"cancelled","test":true}}',
  outcome: 'acknowledged',
  status: 200,
  durationMs: 84,
  responseBody: '{"success":true}',
  isExpected: true,
  problem: null,
}

export const testLookup = {
  ...testWebhook,
  kind: 'lookup',
  url: 'https://shop.example/pay/WASL-TEST-01989d2e5c00',
  sentBody: null,
  outcome: 'http_status',
  status: 404,
  durationMs: 41,
  responseBody: '{"error":"NOT_FOUND","errorMessage":"Unknown reference"}',
}
