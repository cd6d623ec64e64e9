import { CHECKS } from '../../src/index.ts'
import type { CertifyOptions } from '../../src/index.ts'
import type { Rules } from './rules.ts'

/** One fault of a partner, and exactly the checks that must fail because of it. */
export type PartnerFault = {
  name: string
  rules: Partial<Rules>
  fails: readonly string[]
  /** The check that must fail first, because it names the cause. Runs all checks. */
  first?: string
}

/** All other checks build on these groups. */
const BASIC = ['connection', 'lookup', 'webhook']

/**
 * Runs the whole groups of the checks that must fail, so that no other check of them fails. A run of
 * all checks takes three times as long.
 */
export const optionsFor = ({ fails, first }: PartnerFault): Partial<CertifyOptions> => {
  const groups = CHECKS.filter(({ id }) => fails.includes(id)).map(({ group }) => group)
  // The checks of all answers need refusals and unknown events in the run.
  const senders = groups.includes('answers') ? ['signature', 'event'] : []
  return {
    ...(first === undefined && { only: [...new Set([...BASIC, ...senders, ...groups])] }),
  }
}

/** The ids of a family of checks. */
export const ids = (prefix: string, ...names: string[]): string[] =>
  names.map((name) => `${prefix}-${name}`)
