/**
 * Removes secrets from a report. The requests in it show the secrets' names only, but a partner may
 * send secrets back, also in parts: error pages print headers, logs cut lines.
 */

/** Shorter parts of a secret are not removed: other texts contain them by chance. */
const PART_LENGTH_MIN = 12

const PART_SHOWN = '[part of a secret]'

/** A copy of the value with the secrets replaced in all its texts. */
export const redacted = <Value>(value: Value, secrets: readonly string[]): Value =>
  replaced(value, (text) => withoutSecrets(text, secrets)) as Value

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((kept, secret) => withoutParts(withoutForms(kept, secret), secret), text)

/** Replaces the secret, plain and in the usual encodings. */
const withoutForms = (text: string, secret: string): string => {
  const { forms, inLowerCase } = formsOf(secret)
  // Fast path: a report has thousands of texts, nearly all without secrets.
  const lower = text.toLowerCase()
  if (!inLowerCase.some((form) => lower.includes(form))) return text
  return forms.reduce((kept, form) => replaceAllCases(kept, form), text)
}

type Forms = { forms: readonly string[]; inLowerCase: readonly string[] }

/** A cache of the last secrets' forms. */
const known = new Map<string, Forms>()

const KNOWN_MAX = 16

const formsOf = (secret: string): Forms => {
  const found = known.get(secret) ?? makeForms(secret)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(secret, found)
  return found
}

const makeForms = (secret: string): Forms => {
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    Buffer.from(`:${secret}`).toString('base64').replace(/=+$/, ''),
  ]
  const ofLength = forms.toSorted((a, b) => b.length - a.length)
  return { forms: ofLength, inLowerCase: ofLength.map((form) => form.toLowerCase()) }
}

/** Ignores case, because one check sends the secret with its case swapped. */
const replaceAllCases = (text: string, form: string): string => {
  const found = text.toLowerCase().indexOf(form.toLowerCase())
  if (found === -1) return text
  const rest = text.slice(found + form.length)
  return `${text.slice(0, found)}[secret]${replaceAllCases(rest, form)}`
}

/** Replaces every long enough part of the secret. */
const withoutParts = (text: string, secret: string): string => {
  let kept = text
  for (let start = 0; start + PART_LENGTH_MIN <= secret.length; start += 1) {
    const part = secret.slice(start, start + PART_LENGTH_MIN)
    const found = kept.indexOf(part)
    if (found === -1 || PART_SHOWN.includes(part)) continue
    let length = PART_LENGTH_MIN
    while (start + length < secret.length && kept[found + length] === secret[start + length]) {
      length += 1
    }
    kept = `${kept.slice(0, found)}${PART_SHOWN}${kept.slice(found + length)}`
    // Search for the same part again.
    start -= 1
  }
  return kept
}

const replaced = (value: unknown, replace: (text: string) => string): unknown => {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((item) => replaced(item, replace))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, replaced(inner, replace)] as const,
  )
  return Object.fromEntries(entries)
}
