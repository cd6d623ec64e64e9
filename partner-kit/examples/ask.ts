import { createClient } from '@wasl/partner-kit'

const client = createClient({
  baseUrl: process.env['WASL_URL'],
  apiKey: process.env['WASL_API_KEY'],
})

const result = await client.status(process.argv[2] ?? 'INV-2026-0001')
if (result.ok) {
  const { stage, amount, lockReleaseTime } = result.data
  console.log(stage, amount, lockReleaseTime)
} else {
  // Unknown, which does not mean unpaid.
  console.error(result.error, result.message, result.requestId)
  process.exitCode = 1
}
