export const integrityReport = {
  checkedAt: '2026-11-22T08:00:00.000Z',
  completeThrough: '2026-11-21',
  result: 'holds',
  items: [{ name: 'L8: in each currency debits equal credits', result: 'holds', violations: [] }],
}

export const integrityRun = {
  ...integrityReport,
  runId: '019aa5c2-9c3a-7b1e-8f3b-9c0000000000',
  askedBy: null,
  durationMs: 812,
}
