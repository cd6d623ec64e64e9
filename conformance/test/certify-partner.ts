import { certify } from '../src/index.ts'
import type { CertifyOptions, CheckResult, Report } from '../src/index.ts'
import { startPartner } from './broken/partner.ts'
import type { Rules } from './broken/rules.ts'
import { API_SECRETS, HMAC_SECRETS, REFERENCES } from './broken/shop.ts'

/** Long enough for several concurrent runs on a busy machine. */
const TIMEOUT_MS = 15_000

/** Certifies the correct partner with the given rules replaced. */
export const certifyPartner = async (
  rules: Partial<Rules> = {},
  options: Partial<CertifyOptions> = {},
): Promise<Report> => {
  const partner = await startPartner(rules)
  try {
    return await certify({
      apiUrl: partner.apiUrl,
      apiSecret: API_SECRETS,
      hmacSecret: HMAC_SECRETS,
      references: REFERENCES,
      timeoutMs: TIMEOUT_MS,
      ...options,
    })
  } finally {
    await partner.close()
  }
}

export const idsOf = (
  report: Report,
  state: 'passed' | 'failed' | 'skipped' | 'warned',
): string[] => {
  const isMeant = ({ outcome, warning }: CheckResult): boolean =>
    state === 'warned' ? warning !== null : outcome === state
  return report.checks.filter(isMeant).map(({ id }) => id)
}
