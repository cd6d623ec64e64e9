/** The command that `wasl trigger --dry-run` prints sends the same secret as a real run. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { wasl } from './support/wasl.ts'

const SECRET = 'wasl_sec_of_the_dry_run_test_0123456789'

/** Replaces curl, and prints its arguments, one per line. */
const CURL = String.raw`curl() { printf '%s\n' "$@"; }`

test.each([
  ['one', SECRET, SECRET],
  ['the first of two', `${SECRET},wasl_sec_old_0123456789`, SECRET],
  ['all of one with a comma at its end', `${SECRET},`, `${SECRET},`],
  ['all of one that begins with a comma', `,${SECRET}`, `,${SECRET}`],
])('a dry run prints a command that sends %s', async (_what, API_SECRET, sent) => {
  const env = { API_SECRET, HMAC_SECRET: 'wasl_hmac_of_the_dry_run_test_0123456789' }
  const args = ['trigger', 'payment.success', '--reference', 'INV-1', '--set', 'amount=25']
  const { out } = await wasl([...args, '--api-url', 'http://127.0.0.1:1', '--dry-run'], { env })
  const shown = execFileSync('sh', ['-c', `${CURL}\n${out}`], { env }).toString()
  expect(shown.split('\n')).toContain(`authorization: Bearer ${sent}`)
})
