/** How much of an answer's text goes into a result, in UTF-16 units. */
const TEXT_LENGTH_MAX = 500

// Control and format characters (bidirectional overrides among them), line and paragraph separators.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * Text of an answer made fit for logs and screens: one line, bounded, and without the key, which an
 * echoing server or a proxy's error page may have put there.
 */
export const platformText = (text: string, apiKey: string): string => {
  const line = text.toWellFormed().replaceAll(apiKey, '[key]').replace(UNSEEN, ' ').trim()
  if (line.length <= TEXT_LENGTH_MAX) return line
  return `${line.slice(0, TEXT_LENGTH_MAX - 1).toWellFormed()}…`
}
