import { endOfDay, localDay } from '../../time/zone.ts'

/** How long amounts hold, as the form has it. `expiresAt` is the last day of time-limited ones. */
export type LifeValues = { life: string; expiresAt: string }

/** The lifetime of a configuration; none when the code asks for nothing. */
export type Lifetime = { singleUse: boolean; expiresAt: string | null } | undefined

/** The form begins with what is in force, so that saving other amounts changes nothing else. */
export const lifeOf = (current: Lifetime): LifeValues => {
  if (current?.singleUse === true) return { life: 'single', expiresAt: '' }
  const until = current?.expiresAt ?? null
  if (until === null) return { life: 'permanent', expiresAt: '' }
  return { life: 'until', expiresAt: localDay(until) }
}

/** What the call says of it. The end that is in force stays to the moment, unless its day is changed. */
export const lifeBody = (
  { life, expiresAt }: LifeValues,
  current: Lifetime,
): { singleUse?: true; expiresAt?: string } => {
  if (life === 'single') return { singleUse: true }
  if (life !== 'until') return {}
  const now = current?.expiresAt ?? null
  const isSame = now !== null && localDay(now) === expiresAt
  return { expiresAt: isSame ? now : endOfDay(expiresAt) }
}
