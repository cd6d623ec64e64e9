/** What a scanned or typed text is: a payer's static QR code of Wasl (D20), or a reference. */
export type Code =
  | { kind: 'qr'; token: string }
  /** Typed by hand: the code that the payer's page says to dictate, or a reference of the same form. */
  | { kind: 'dictated'; token: string; reference: string }
  | { kind: 'reference'; reference: string }
  /** A code like ours that leads to another address: somebody may have put it over ours. */
  | { kind: 'foreign'; host: string }

const DIGITS = '[0-9A-HJKMNP-TV-Z]{26}'

const TOKEN = new RegExp(`^${DIGITS}$`)

const PATH = new RegExp(`^/q/(${DIGITS})/?$`, 'i')

/** An EMVCo code begins with its payload format, and has the token in this template. */
const EMVCO = '000201'

const MERCHANT_ACCOUNT = '26'

const ACCOUNT_TOKEN = '01'

/** The value of a data object: a tag and a length of two digits each, then the value, in characters. */
const valueOf = (payload: readonly string[], wanted: string): string | null => {
  for (let at = 0; at + 4 <= payload.length;) {
    const head = payload.slice(at, at + 4).join('')
    if (!/^\d{4}$/.test(head)) return null
    const end = at + 4 + Number(head.slice(2))
    if (end > payload.length) return null
    if (head.startsWith(wanted)) return payload.slice(at + 4, end).join('')
    at = end
  }
  return null
}

const emvcoToken = (text: string): string | null => {
  if (!text.startsWith(EMVCO)) return null
  const account = valueOf(Array.from(text), MERCHANT_ACCOUNT)
  const token = account === null ? null : valueOf(Array.from(account), ACCOUNT_TOKEN)
  return token !== null && TOKEN.test(token.toUpperCase()) ? token.toUpperCase() : null
}

/** Both names of the platform: the one that this till opened, and the one that codes carry. */
const ownHosts = (): string[] => {
  const { origin } = document.documentElement.dataset
  return [
    location.host,
    ...(origin !== undefined && URL.canParse(origin) ? [new URL(origin).host] : []),
  ]
}

const pageCode = (text: string): Code | null => {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return null
  const { host, pathname } = new URL(text)
  const token = PATH.exec(pathname)?.[1]
  if (token === undefined) return null
  return ownHosts().includes(host)
    ? { kind: 'qr', token: token.toUpperCase() }
    : { kind: 'foreign', host }
}

/** As the platform reads a typed code: groups and letters that look like digits do not matter. */
const typedToken = (text: string): string =>
  text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

export const readCode = (text: string): Code => {
  const reference = text.trim()
  const token = emvcoToken(reference)
  if (token !== null) return { kind: 'qr', token }
  const page = pageCode(reference)
  if (page !== null) return page
  const typed = typedToken(reference)
  return TOKEN.test(typed)
    ? { kind: 'dictated', token: typed, reference }
    : { kind: 'reference', reference }
}
