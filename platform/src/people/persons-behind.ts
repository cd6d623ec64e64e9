/**
 * Who stands behind an actor (D34, W180). Every comparison of a maker and a checker is made here, and in
 * the database where their columns `made_behind` and `checked_behind` may have nothing in common.
 */
import type { OperatorActor } from '../audit/append.ts'
import { userWireId } from '../wire-ids.ts'
import { foldName } from './fold-name.ts'

/** Persons, as they are stored: by the id of a user, and by the name of a holder as eyes read it. */
export type Behind = readonly string[]

const named = (name: string): string => `name ${foldName(name)}`

/** A user, and every key that bears the user's name. */
export const behindUser = (userId: number, name: string): Behind => [
  userWireId(userId),
  named(name),
]

/**
 * A key: the user who made it, at the start of a chain of keys, and its holder. A key that no user made
 * has only its holder.
 */
export const behindKey = (makerId: number | null, holder: string): Behind => [
  ...(makerId === null ? [] : [userWireId(makerId)]),
  named(holder),
]

/** Who stands behind an actor, to be stored with what it asks for. */
export const behind = (by: Pick<OperatorActor, 'behind' | 'holder'>): Behind =>
  by.behind ?? [named(by.holder)]

/**
 * Whether the maker is behind this actor: nobody approves what they asked for, whatever key they use.
 *
 * @param made what was stored with it, or a name alone, as before there was more.
 */
export const isSamePerson = (
  made: { behind: Behind | null; name: string | null },
  by: Pick<OperatorActor, 'behind' | 'holder'>,
): boolean => {
  const makers = made.behind ?? (made.name === null ? [] : [named(made.name)])
  return behind(by).some((person) => makers.includes(person))
}
