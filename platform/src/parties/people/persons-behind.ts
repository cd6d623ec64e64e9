/** Who stands behind an actor (D34, W180). Every comparison of a maker and a checker is made here. */
import type { OperatorActor } from '../../base/audit/append.ts'
import { operatorKeyWireId, userWireId } from '../../base/wire-ids.ts'
import { foldName } from './fold-name.ts'

/** Persons and keys, as they are stored: by wire ids, and by the name of a holder as eyes read it. */
export type Behind = readonly string[]

/** Where a key comes from. */
export type KeyOrigin = {
  /** Who made it; for a key made with a key, the user at the start of that chain. */
  madeByUser: number | null
  /** The keys of that chain, the nearest first. */
  madeByKeys: number[]
}

const named = (name: string): string => `name ${foldName(name)}`

/** A user, and every key that bears the user's name. */
export const behindUser = (userId: number, name: string): Behind => [
  userWireId(userId),
  named(name),
]

/** A key: itself, its holder, the user who made it, and the keys with which it was made. */
export const behindKey = ({
  operatorKeyId,
  holder,
  madeByUser,
  madeByKeys,
}: KeyOrigin & { operatorKeyId: number; holder: string }): Behind => [
  ...(madeByUser === null ? [] : [userWireId(madeByUser)]),
  named(holder),
  ...[operatorKeyId, ...madeByKeys].map(operatorKeyWireId),
]

/** Who stands behind an actor, to be stored with what it asks for. */
export const behind = (by: Pick<OperatorActor, 'behind' | 'holder'>): Behind =>
  by.behind ?? [named(by.holder)]

/**
 * Whether the maker is behind this actor: nobody approves what they asked for, whatever key they
 * use, nor what was asked for with a key that was made with theirs. Two keys that a third one made
 * may be two persons.
 *
 * @param made what was stored with it, or only a name, for rows from before persons were stored.
 */
export const isSamePerson = (
  made: { behind: Behind | null; name: string | null },
  by: Pick<OperatorActor, 'behind' | 'holder' | 'id'>,
): boolean => {
  const makers = made.behind ?? (made.name === null ? [] : [named(made.name)])
  return samePersons(by).some((who) => makers.includes(who))
}

/**
 * Of those behind an actor the ones whose acts are its own: persons, and the key itself. The keys with
 * which it was made are left out, because another key that they made may be another person.
 */
export const samePersons = (by: Pick<OperatorActor, 'behind' | 'holder' | 'id'>): Behind =>
  behind(by).filter((who) => !isKey(who) || who === by.id)

const KEY = operatorKeyWireId(0).slice(0, -1)

const isKey = (who: string): boolean => who.startsWith(KEY)
