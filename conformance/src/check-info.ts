/** In the order in which they run: what may change something at the partner comes late. */
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

/**
 * What must be given for a check to run: a reference, the token of a QR code, a second secret of a
 * rotation, or a nearby server.
 */
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
  /** Stays the same from release to release. */
  id: string
  /** The sentence that the check stands for. */
  title: string
  /** Where it is from: sections of the interface, and decisions. */
  section: string
  group: Group
  needs: readonly Need[]
}

/**
 * Needs of what many partners do not have. Without it such a check is no part of the run, so that the
 * run is complete all the same; asked for by name, it is skipped like any other.
 */
export const OPT_IN = ['qr'] as const satisfies readonly Need[]

/**
 * Needs that a certificate does not depend on. The check is skipped and says so; the report still
 * conforms. The HMAC secret never goes to a server elsewhere, and a third reference to give up only
 * leads to a warning (W90).
 */
export const OPTIONAL = ['server on this machine', 'third pay'] as const satisfies readonly Need[]
