/**
 * Takes the secrets out of a report. What was sent never had them (the session shows their names), but
 * a partner may send them back, and part by part: error pages print headers, logs cut lines.
 */

/** A part of a secret that is shorter than this is let be: it would be found by chance. */
const PART_LENGTH_MIN = 12

const PART_SHOWN = '[part of a secret]'

/** The same value with the secrets replaced in every text of it. */
export const redacted = <Value>(value: Value, secrets: readonly string[]): Value =>
  replaced(value, (text) => withoutSecrets(text, secrets)) as Value

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((kept, secret) => withoutParts(withoutForms(kept, secret), secret), text)

/** The secret as it is, and as encodings write it. */
const withoutForms = (text: string, secret: string): string => {
  const { forms, inLowerCase } = formsOf(secret)
  // Nearly every text is free of secrets, and a report has thousands of texts.
  const lower = text.toLowerCase()
  if (!inLowerCase.some((form) => lower.includes(form))) return text
  return forms.reduce((kept, form) => replaceAllCases(kept, form), text)
}

type Forms = { forms: readonly string[]; inLowerCase: readonly string[] }

/** Of the last secrets: a run has at most a few. */
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

/** In any case, because a check sends the secret in the other one. */
const replaceAllCases = (text: string, form: string): string => {
  const found = text.toLowerCase().indexOf(form.toLowerCase())
  if (found === -1) return text
  const rest = text.slice(found + form.length)
  return `${text.slice(0, found)}[secret]${replaceAllCases(rest, form)}`
}

/** Every stretch of the text that is a part of the secret. */
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
    // The same part may be there again.
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
