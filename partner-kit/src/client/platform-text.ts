/** The longest text of an answer in a result, in UTF-16 units. */
const TEXT_LENGTH_MAX = 500

// Control and format characters (bidirectional overrides among them), line and paragraph separators.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Makes text of an answer safe for logs: one short line, without the key (a server may echo it). */
export const platformText = (text: string, apiKey: string): string => {
  const line = text.toWellFormed().replaceAll(apiKey, '[key]').replace(UNSEEN, ' ').trim()
  if (line.length <= TEXT_LENGTH_MAX) return line
  return `${line.slice(0, TEXT_LENGTH_MAX - 1).toWellFormed()}…`
}
