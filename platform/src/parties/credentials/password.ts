/** Passwords: what is accepted, and Argon2id, the slow hash that is stored. */
import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createFewAtOnce, type FewAtOnce } from '../../base/few-at-once.ts'
import { randomBytes } from '../../base/chance.ts'
import { isCommonPassword } from './common-passwords.ts'

/** In Unicode characters. */
export const PASSWORD_LENGTH_MIN = 12

/** Nobody types more, and longer ones are refused, never cut. */
export const PASSWORD_LENGTH_MAX = 512

/** Fewer different characters are a pattern such as `aaaaaaaaaaaa`. */
const DIFFERENT_MIN = 5

/** A shorter name appears in words by accident. */
const OWN_NAME_LENGTH_MIN = 4

export type PasswordProblem = 'short' | 'long' | 'repeats' | 'common' | 'own-name'

/** Why a password is refused; null when it is not. */
export const passwordProblem = (
  password: string,
  { name, email }: { name: string; email: string | null },
): PasswordProblem | null => {
  const characters = Array.from(normalized(password))
  if (characters.length < PASSWORD_LENGTH_MIN) return 'short'
  if (characters.length > PASSWORD_LENGTH_MAX) return 'long'
  if (new Set(characters).size < DIFFERENT_MIN) return 'repeats'
  const text = folded(password)
  if (isCommonPassword(text)) return 'common'
  const own = [name, ...name.split(/\s+/), email ?? '', email?.split('@')[0] ?? '']
    .map(folded)
    .filter((part) => part.length >= OWN_NAME_LENGTH_MIN)
  // A long sentence may contain a name; a password that is little more than the name may not.
  const isOwn = own.some(
    (part) => text.includes(part) && text.length - part.length < PASSWORD_LENGTH_MIN,
  )
  return isOwn ? 'own-name' : null
}

/** One form for a text that keyboards write differently, such as an accented letter. */
const normalized = (text: string): string => text.normalize('NFC')

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')

/** The recommendation of OWASP for Argon2id: some 20 ms and 19 MiB for each password. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }

const TAG_BYTES = 32
const SALT_BYTES = 16

const derive = promisify(argon2)

/**
 * Who waits for a hash: a stranger, or somebody who has shown a secret that cannot be guessed, such as
 * the token of an enrolled device, a session or an invitation.
 */
export type HashedFor = 'stranger' | 'known'

/**
 * A flood of passwords takes neither all threads nor all memory, and keeps nobody waiting who is known
 * (D39).
 */
const QUEUES = {
  stranger: createFewAtOnce({ what: 'password checks', atOnceMax: 2, waitingMax: 64 }),
  known: createFewAtOnce({ what: 'hashes of known people', atOnceMax: 1, waitingMax: 64 }),
} satisfies Record<HashedFor, FewAtOnce>

type Cost = typeof COST

const tagOf = (
  password: string,
  { nonce, cost = COST, who }: { nonce: Buffer; cost?: Cost; who: HashedFor },
): Promise<Buffer> =>
  QUEUES[who].run(() =>
    derive('argon2id', { message: normalized(password), nonce, tagLength: TAG_BYTES, ...cost }),
  )

/**
 * The hash of a new password as PHC text, with its parameters and a new salt. Nobody chooses one who is a
 * stranger.
 */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES)
  const tag = await tagOf(password, { nonce: salt, who: 'known' })
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Whether a password has this hash. Without a hash it is false after the same work, so that the time
 * of an answer tells nobody whether there is a password.
 *
 * @throws Overloaded when too many wait for a hash; Error when the hash is not one of `hashPassword`.
 */
export const isPassword = async (
  password: string,
  hash: string | null,
  who: HashedFor,
): Promise<boolean> => {
  if (hash === null) {
    await tagOf(password, { nonce: NO_SALT, who })
    return false
  }
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? []
  if (salt === undefined || tag === undefined) throw new Error('a stored hash is not of Argon2id')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const computed = await tagOf(password, { nonce: Buffer.from(salt, 'base64'), cost, who })
  return timingSafeEqual(computed, Buffer.from(tag, 'base64'))
}

const NO_SALT = Buffer.alloc(SALT_BYTES)

/** PHC texts have no padding. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
