/** How much of a partner's text a message repeats, in Unicode characters. */
const TEXT_SHOWN_MAX = 200

// Control and format characters (bidirectional overrides and zero-width ones among them), line and
// paragraph separators.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * How much of the text is read, in UTF-16 units: a run of invisible characters becomes one space.
 */
const TEXT_READ_MAX = 4_000

/**
 * Makes a partner's text safe for our messages, logs and screens: one line, no characters that
 * change the direction of the text after it, at most 200 characters.
 */
export const partnerText = (text: string): string => {
  const line = text.slice(0, TEXT_READ_MAX).toWellFormed().replace(UNSEEN, ' ').trim()
  const characters = Array.from(line.slice(0, TEXT_SHOWN_MAX * 2))
  const isWhole = text.length <= TEXT_READ_MAX && line.length <= TEXT_SHOWN_MAX * 2
  if (isWhole && characters.length <= TEXT_SHOWN_MAX) return line
  return `${characters.slice(0, TEXT_SHOWN_MAX - 1).join('')}…`
}

/**
 * Removes a secret from a partner's text. Some frameworks show the request's headers on their error
 * pages, and from there the secret would get into records and onto screens.
 */
export const withoutSecret = (text: string, secret: string): string => {
  return secret === '' ? text : text.replaceAll(secret, '[secret]')
}
