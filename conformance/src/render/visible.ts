/**
 * Text that came from a partner, made fit to be shown among ours: characters that are not seen or that
 * turn the direction of what follows, and the escape sequences of terminals, are written out.
 */

// Control and format characters without tab and line end, line and paragraph separators.
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSEEN, (character) => {
      const code = character.codePointAt(0) ?? 0
      return `\\u{${code.toString(16)}}`
    })
