/** How much of a partner's own text goes into a sentence, in Unicode characters. */
const TEXT_SHOWN_MAX = 200

// Control and format characters (bidirectional overrides and zero-width ones among them), line and
// paragraph separators.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** How much of it is looked at, in UTF-16 units: a row of unseen characters becomes one space. */
const TEXT_READ_MAX = 4_000

/**
 * A partner's text made fit for our sentences, logs and screens: one line, nothing that changes the
 * direction of what follows, at most 200 characters.
 */
export function partnerText(text: string): string {
  const line = text.slice(0, TEXT_READ_MAX).toWellFormed().replace(UNSEEN, ' ').trim()
  const characters = Array.from(line.slice(0, TEXT_SHOWN_MAX * 2))
  const isWhole = text.length <= TEXT_READ_MAX && line.length <= TEXT_SHOWN_MAX * 2
  if (isWhole && characters.length <= TEXT_SHOWN_MAX) return line
  return `${characters.slice(0, TEXT_SHOWN_MAX - 1).join('')}…`
}

/**
 * Takes a secret out of what a partner sent. Some frameworks show the headers of a request on their
 * error pages, and from there the secret would travel into records and onto screens.
 */
export function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '[secret]')
}
