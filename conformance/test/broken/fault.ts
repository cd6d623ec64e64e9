import { CHECKS } from '../../src/index.ts'
import type { CertifyOptions } from '../../src/index.ts'
import type { Rules } from './rules.ts'

/** One thing that a partner gets wrong, and the checks that must find it: exactly these. */
export type PartnerFault = {
  name: string
  rules: Partial<Rules>
  fails: readonly string[]
  /** The check that must fail before all others, because it names the cause: all checks are run. */
  first?: string
  /** For one answer, where the partner leaves a request without any. */
  timeoutMs?: number
}

/** Everything else rests on these. */
const BASIC = ['connection', 'lookup', 'webhook']

/**
 * What is run to find a fault: the groups of the checks that must fail, whole, so that another check of
 * theirs may not fail. A run of all checks takes three times as long.
 */
export const optionsFor = ({ fails, first, timeoutMs }: PartnerFault): Partial<CertifyOptions> => {
  const groups = CHECKS.filter(({ id }) => fails.includes(id)).map(({ group }) => group)
  // Answers are judged over all that the run sent: refusals and unknown events have to be among it.
  const asking = groups.includes('answers') ? ['signature', 'event'] : []
  return {
    ...(first === undefined && { only: [...new Set([...BASIC, ...asking, ...groups])] }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
}

/** The ids of a family of checks. */
export const ids = (prefix: string, ...names: string[]): string[] =>
  names.map((name) => `${prefix}-${name}`)
