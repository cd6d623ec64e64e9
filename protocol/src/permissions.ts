/**
 * Who may do what (D29). Each operation of an operator, a channel or a partner names one permission. A
 * role is a set of permissions on its side. A user has one role, and so does an API key.
 */

/** The three kinds of users. A user belongs to the operator, to one channel, or to one partner. */
export const SIDES = ['operator', 'channel', 'partner'] as const

export type Side = (typeof SIDES)[number]

export const PERMISSIONS = [
  'payments.view',
  'payments.refund',
  'refunds.approve',
  'references.view',
  'partners.view',
  'partners.edit',
  'partners.secrets',
  'channels.edit',
  'qr.edit',
  'events.view',
  'events.redeliver',
  'cash.view',
  'cash.count',
  'cash.receive',
  'cash.adjust',
  'deposits.make',
  'deposits.confirm',
  'statements.view',
  'statements.close',
  'statements.approve',
  'payouts.instruct',
  'payouts.confirm',
  'fees.edit',
  'recon.resolve',
  'export',
  'audit.view',
  'users.edit',
] as const

export type Permission = (typeof PERMISSIONS)[number]

/** What someone who changes nothing may still read. */
const READS = [
  'payments.view',
  'references.view',
  'partners.view',
  'events.view',
  'cash.view',
  'statements.view',
  'export',
  'audit.view',
] as const satisfies readonly Permission[]

/** What a courier needs: take cash, count it, hand it over. */
const COURIER = [
  'payments.view',
  'references.view',
  'cash.view',
  'cash.count',
  'cash.receive',
] as const satisfies readonly Permission[]

/** A counter also pays refunds by the payer's code, and brings cash to the bank. */
const AGENT = [
  ...COURIER,
  'payments.refund',
  'deposits.make',
] as const satisfies readonly Permission[]

/**
 * Who supervises answers for the cash of others as well: `cash.adjust` on a channel's side (W161). It
 * decides on a difference of an agent that somebody else counted (W196).
 */
const SUPERVISOR = [
  ...AGENT,
  'cash.adjust',
  'statements.view',
] as const satisfies readonly Permission[]

/**
 * What both finance roles read and do. One makes, the other checks. A large refund that somebody else asked
 * for is approved by either (D35).
 */
const FINANCE = [
  ...READS,
  'payments.refund',
  'refunds.approve',
  'deposits.confirm',
  'recon.resolve',
  'cash.adjust',
] as const satisfies readonly Permission[]

/** The permissions of each role, by side. */
export const ROLES = {
  operator: {
    owner: PERMISSIONS,
    engineer: [
      'payments.view',
      'references.view',
      'partners.view',
      'partners.edit',
      'partners.secrets',
      'channels.edit',
      'qr.edit',
      'events.view',
      'events.redeliver',
      'audit.view',
    ],
    support: [
      'payments.view',
      'payments.refund',
      'references.view',
      'partners.view',
      'events.view',
      'events.redeliver',
      'cash.view',
    ],
    'finance-maker': [...FINANCE, 'statements.close', 'payouts.instruct', 'fees.edit'],
    'finance-checker': [...FINANCE, 'statements.approve', 'payouts.confirm'],
    auditor: READS,
  },
  channel: {
    manager: [
      ...SUPERVISOR,
      'payouts.instruct',
      'channels.edit',
      'export',
      'audit.view',
      'users.edit',
    ],
    supervisor: SUPERVISOR,
    agent: AGENT,
    courier: COURIER,
  },
  partner: {
    owner: [
      'payments.view',
      'references.view',
      'partners.view',
      'partners.edit',
      'partners.secrets',
      'qr.edit',
      'events.view',
      'events.redeliver',
      'statements.view',
      'recon.resolve',
      'export',
      'audit.view',
      'users.edit',
    ],
    finance: [
      'payments.view',
      'references.view',
      'partners.view',
      'events.view',
      'statements.view',
      'recon.resolve',
      'export',
    ],
    developer: [
      'payments.view',
      'references.view',
      'partners.view',
      'partners.edit',
      'partners.secrets',
      'qr.edit',
      'events.view',
      'events.redeliver',
    ],
    viewer: ['payments.view', 'references.view', 'partners.view', 'events.view', 'statements.view'],
  },
} as const satisfies Record<Side, Readonly<Record<string, readonly Permission[]>>>

export type OperatorRole = keyof typeof ROLES.operator
export type ChannelRole = keyof typeof ROLES.channel
export type PartnerRole = keyof typeof ROLES.partner
export type Role = OperatorRole | ChannelRole | PartnerRole

/** The role of each side that may invite users and change their roles. */
export const OWNERS = {
  operator: 'owner',
  channel: 'manager',
  partner: 'owner',
} as const satisfies Record<Side, Role>

const SETS: ReadonlyMap<string, ReadonlySet<Permission>> = new Map(
  Object.entries(ROLES).flatMap(([side, roles]) =>
    Object.entries(roles).map(([role, permissions]) => [`${side} ${role}`, new Set(permissions)]),
  ),
)

const NO_PERMISSIONS: ReadonlySet<Permission> = new Set()

/** Whether a side has a role of this name. */
export const isRoleOf = (side: Side, role: string): role is Role => SETS.has(`${side} ${role}`)

/**
 * The permissions of a role. A role that the side does not have, such as one of a newer release, has
 * none.
 *
 * @example permissionsOf('partner', 'viewer').has('qr.edit') // false
 */
export const permissionsOf = (side: Side, role: string): ReadonlySet<Permission> =>
  SETS.get(`${side} ${role}`) ?? NO_PERMISSIONS

type KeyPermission<Held extends readonly Permission[]> = Exclude<Held[number], 'users.edit'>

export type ChannelKeyPermission = KeyPermission<typeof ROLES.channel.manager>
export type PartnerKeyPermission = KeyPermission<typeof ROLES.partner.owner>

/**
 * What a partner's or a channel's API key may do at most: all that a program needs. A key that leaks must
 * not invite anybody, so it never manages users.
 */
export const KEY_PERMISSIONS: Record<'channel' | 'partner', ReadonlySet<Permission>> = {
  channel: new Set(ROLES.channel.manager.filter((permission) => permission !== 'users.edit')),
  partner: new Set(ROLES.partner.owner.filter((permission) => permission !== 'users.edit')),
}

/**
 * What one key may do (W162).
 *
 * @param given null for a key that may do all that its kind may.
 */
export const permissionsOfKey = (
  side: 'channel' | 'partner',
  given: readonly string[] | null,
): ReadonlySet<Permission> => {
  const most = KEY_PERMISSIONS[side]
  if (given === null) return most
  return new Set([...most].filter((permission) => given.includes(permission)))
}
