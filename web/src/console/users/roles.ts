import type { AnswerOf } from '../../api/contract.ts'

export type User = AnswerOf<'GET /operator/v1/users'>['items'][number]

type Role = User['role']

export const OPERATOR_ROLES = [
  'owner',
  'engineer',
  'support',
  'finance-maker',
  'finance-checker',
  'auditor',
] as const satisfies readonly Role[]

export const PARTNER_ROLES = [
  'owner',
  'finance',
  'developer',
  'viewer',
] as const satisfies readonly Role[]

/** Agents and couriers are agents of their channel, which gives these roles. */
const CHANNEL_ROLES = ['manager', 'supervisor'] as const satisfies readonly Role[]

/** The roles that a user of this side may get here, with the present one. */
export const rolesOf = (side: User['side'], present: Role): readonly Role[] => {
  const roles: readonly Role[] = {
    operator: OPERATOR_ROLES,
    partner: PARTNER_ROLES,
    channel: CHANNEL_ROLES,
  }[side]
  return roles.includes(present) ? roles : [present, ...roles]
}
