import { createClient, fileProgress, runReconcile } from '@wasl/partner-kit'
import type { Finding } from '@wasl/partner-kit'

// Your own records, normally a database.
const invoices = [
  { reference: 'INV-2026-0001', state: 'open', amount: 599.8 },
  { reference: 'INV-2026-0002', state: 'paid', amount: 12000 },
] as const

/** Prints each difference. Replace it with your own handling. */
const report = ({ reference, difference, there }: Finding): void => {
  console.log(reference, difference, there?.stage ?? 'unknown')
}

const outcome = await runReconcile({
  client: createClient({ baseUrl: process.env['WASL_URL'], apiKey: process.env['WASL_API_KEY'] }),
  // The references after the last one of a stopped run, always in the same order.
  references: (after) => invoices.filter(({ reference }) => after === null || reference > after),
  store: fileProgress(process.env['PROGRESS_FILE'] ?? 'reconcile.json'),
  onFinding: report,
  onProgress: ({ checked, waitingMs }) => {
    if (waitingMs > 1000) console.error(`${checked} checked, waiting ${waitingMs} ms`)
  },
})

if (!outcome.ok) {
  console.error(outcome.stopped, outcome.message)
  process.exitCode = 1
}
