/** In the order of the run. Groups that may change the partner's records come late. */
export const GROUPS = [
  'connection',
  'lookup',
  'webhook',
  'authorisation',
  'reference',
  'timestamp',
  'signature',
  'body',
  'load',
  'event',
  'trust',
  'payment',
  'qr',
  'answers',
] as const

export type Group = (typeof GROUPS)[number]

/** What a check may need: a reference, a QR code token, a second secret, or a local server. */
export const NEEDS = [
  'payable',
  'paid',
  'unavailable',
  'pay',
  'second pay',
  'third pay',
  'odd',
  'qr',
  'second API secret',
  'second HMAC secret',
  'server on this machine',
] as const

export type Need = (typeof NEEDS)[number]

export type CheckInfo = {
  /** Never changes between releases. */
  id: string
  /** The rule that the check verifies, as a sentence. */
  title: string
  /** The source of the rule: sections of the interface, and decisions. */
  section: string
  group: Group
  needs: readonly Need[]
}

/**
 * Needs that many partners cannot fulfil. Without them these checks are not part of the run, and the
 * run is still complete. When `only` names such a check, it is skipped like any other.
 */
export const OPT_IN = ['qr'] as const satisfies readonly Need[]

/**
 * Needs that a certificate does not require: without them the check is skipped and the report can
 * still conform. The HMAC secret is never sent over a network; a third `pay` reference only leads to a
 * warning (W90).
 */
export const OPTIONAL = ['server on this machine', 'third pay'] as const satisfies readonly Need[]
