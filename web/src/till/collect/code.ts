/** What a scanned text is: a payer's static QR code of Wasl, or a reference. */
const TOKEN = /[0-9A-HJKMNP-TV-Z]{26}/

const PAGE = /\/q\/([0-9A-HJKMNP-TV-Z]{26})(?:[/?#]|$)/i

/** An EMVCo code begins with its payload format. */
const EMVCO = '000201'

export type Code = { kind: 'qr'; token: string } | { kind: 'reference'; reference: string }

export const readCode = (text: string): Code => {
  const trimmed = text.trim()
  const token = PAGE.exec(trimmed)?.[1] ?? (trimmed.startsWith(EMVCO) && TOKEN.exec(trimmed)?.[0])
  return typeof token === 'string'
    ? { kind: 'qr', token: token.toUpperCase() }
    : { kind: 'reference', reference: trimmed }
}
