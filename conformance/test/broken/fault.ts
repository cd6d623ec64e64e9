import type { Rules } from './rules.ts'

/** One thing that a partner gets wrong, and the checks that must find it: exactly these. */
export type PartnerFault = {
  name: string
  rules: Partial<Rules>
  fails: readonly string[]
}

/** The ids of a family of checks. */
export function ids(prefix: string, ...names: string[]): string[] {
  return names.map((name) => `${prefix}-${name}`)
}
