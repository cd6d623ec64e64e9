import type { Report } from './report.ts'

/** What the contract says of every operation, beside its own errors. */
const OF_ALL = new Set(['VALIDATION400', 'SERVER503_UNAVAILABLE', 'IDEMPOTENCY422_KEY_REUSED'])

type Documented = { path: string; errors: readonly string[] }

/** Reports an answer that the contract does not have for the operation. */
export const expectDocumented = (
  { path, errors }: Documented,
  code: string,
  report: Report,
): void => {
  if (!errors.includes(code) && !OF_ALL.has(code))
    report(`${path} is answered with ${code}, which the contract does not have`)
}
