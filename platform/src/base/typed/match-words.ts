/** Words that people say of partners and channels: parts of names and cities, with one wrong letter at most. */
import type pg from 'pg'
import { foldName } from './typed-text.ts'

/** A partner or a channel with everything that it is called. */
export type Named = { id: number; text: string }

export type NamesOfWord = { partnerIds: number[]; channelIds: number[] }

/** More names than these are compared as they are written only by the lists that filter by name. */
const NAMES_MAX = 20_000

/** In a shorter word, another letter makes another word. */
const FORGIVING_LENGTH_MIN = 4

/**
 * Those that each word names. A word that is a part of nothing is compared again with one wrong,
 * missing, additional or exchanged letter.
 */
export const namesOfWords = async (
  pool: pg.Pool,
  words: readonly string[],
): Promise<NamesOfWord[]> => {
  const partners = await readNamed(
    pool,
    `select partner_id as id, concat_ws(' ', name, name_ar, city) as text from partners limit $1`,
  )
  const channels = await readNamed(
    pool,
    'select channel_id as id, name as text from channels limit $1',
  )
  return words.map((word) => namesOf(word, partners, channels))
}

const readNamed = async (pool: pg.Pool, sql: string): Promise<Named[]> => {
  const { rows } = await pool.query<Named>(sql, [NAMES_MAX])
  return rows.map(({ id, text }) => ({ id, text: foldName(text) }))
}

const namesOf = (
  word: string,
  partners: readonly Named[],
  channels: readonly Named[],
): NamesOfWord => {
  const folded = foldName(word)
  const those = (is: (named: Named) => boolean): NamesOfWord => ({
    partnerIds: partners.filter(is).map(({ id }) => id),
    channelIds: channels.filter(is).map(({ id }) => id),
  })
  const exact = those(({ text }) => text.includes(folded))
  const isFound = exact.partnerIds.length + exact.channelIds.length > 0
  if (isFound || folded.length < FORGIVING_LENGTH_MIN) return exact
  return those(({ text }) =>
    text.split(/[\s\-_.,'’]+/).some((each) => isOneLetterOff(each, folded)),
  )
}

/** Whether one letter was replaced, left out, added, or exchanged with the next. */
export const isOneLetterOff = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [a, b] = [one.slice(at), other.slice(at)]
  return (
    a.slice(1) === b.slice(1) ||
    a === b.slice(1) ||
    a.slice(1) === b ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}
