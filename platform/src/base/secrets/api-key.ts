/**
 * API keys: what a partner, a channel or an operator sends in the header x-api-key (section 5, D21,
 * D22). A key names its owner in its prefix, and only its hash is stored. A plain SHA-256 is
 * enough, because a key has 256 random bits and cannot be guessed.
 */
import { hash } from 'node:crypto'
import { randomBytes } from '../chance.ts'

export type KeyOwner =
  | { kind: 'partner'; partnerId: number }
  | { kind: 'channel'; channelId: number }
  | { kind: 'operator' }

const RANDOM_BYTES = 32

const KEY = /^wasl_(?:(prt|chn)_([1-9][0-9]{0,9})|opr)_[A-Za-z0-9_-]{43}$/

const NUMBER_MAX = 2_147_483_647

/** A new key of this owner, such as `wasl_prt_1001_…` with 43 characters of randomness at its end. */
export const makeApiKey = (owner: KeyOwner): string => `wasl_${prefixOf(owner)}_${randomText()}`

/** 256 random bits as 43 characters that need no escaping in headers, URLs or shells. */
export const randomText = (): string => randomBytes(RANDOM_BYTES).toString('base64url')

/**
 * The owner that a key claims; null when it does not look like one of our keys. The claim only says
 * where to look for the hash.
 */
export const ownerOfKey = (key: string): KeyOwner | null => {
  const match = KEY.exec(key)
  if (match === null) return null
  const number = Number(match[2] ?? 0)
  if (number > NUMBER_MAX) return null
  if (match[1] === 'prt') return { kind: 'partner', partnerId: number }
  return match[1] === 'chn' ? { kind: 'channel', channelId: number } : { kind: 'operator' }
}

/**
 * The stored form of a key, which is also what it is found by: comparing hashes reveals nothing
 * about a key.
 */
export const hashApiKey = (key: string): Buffer => Buffer.from(hexHashOfApiKey(key), 'hex')

/** The same in hexadecimal, for the hot path: Node.js makes it in a fifth of the time. */
export const hexHashOfApiKey = (key: string): string => hash('sha256', key, 'hex')

const prefixOf = (owner: KeyOwner): string => {
  switch (owner.kind) {
    case 'partner':
      return `prt_${owner.partnerId}`
    case 'channel':
      return `chn_${owner.channelId}`
    case 'operator':
      return 'opr'
    default:
      return owner satisfies never
  }
}
