/**
 * Escapes invisible characters, characters that change the text direction, and the escape sequences of
 * terminals in a partner's text.
 */

// Control and format characters except tab and line end, and line and paragraph separators.
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSEEN, (character) => {
      const code = character.codePointAt(0) ?? 0
      return `\\u{${code.toString(16)}}`
    })
