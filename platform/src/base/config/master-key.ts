/** The master keys of the environment. Without I/O. */
const MASTER_KEY_BYTES = 32

const masterKeyOf = (text: string): Buffer | undefined => {
  const key = Buffer.from(text, 'base64')
  const isExact = key.toString('base64').replaceAll('=', '') === text.replace(/={0,2}$/, '')
  return isExact && key.length === MASTER_KEY_BYTES ? key : undefined
}

/** Random bytes have more different values; a key of zeros or of one letter is a placeholder. */
const DIFFERENT_BYTES_MIN = 8

/** A previous key may be weak: it only opens what it sealed, until that is sealed again. */
export const newKeyOf = (text: string): Buffer | undefined => {
  const key = masterKeyOf(text)
  return key !== undefined && new Set(key).size >= DIFFERENT_BYTES_MIN ? key : undefined
}

export const masterKeysOf = (text: string): Buffer[] | undefined => {
  const keys = text.split(',').map((part) => masterKeyOf(part.trim()))
  return keys.every((key) => key !== undefined) ? keys : undefined
}

type Values = Partial<Record<'DATABASE_URL' | 'WASL_CELLS' | 'WASL_MASTER_KEY', unknown>>

/** What is said when a platform with a database of its own has no key. */
export const masterKeyMissing = (values: Values): string | null => {
  const named = (['DATABASE_URL', 'WASL_CELLS'] as const).find((name) => values[name])
  if (named === undefined || values.WASL_MASTER_KEY !== undefined) return null
  return (
    `expected 32 bytes in base64, because ${named} is set: only the embedded database has ` +
    'its key beside it. Make one with: openssl rand -base64 32'
  )
}
