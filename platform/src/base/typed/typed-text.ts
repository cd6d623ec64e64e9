/** What a person typed or pasted, as the text that was meant. Without I/O. */

/** Marks that change direction or are invisible: they come with what is copied from a page. */
const INVISIBLE = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

const SPACES = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g

const ZEROS = [0x0660, 0x06f0]

/** The same text with the digits 0 to 9 and a comma for the Arabic decimal point. */
export const withLatinDigits = (text: string): string =>
  text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
      const code = digit.codePointAt(0) as number
      const zero = ZEROS.find((each) => code >= each && code <= each + 9) as number
      return String(code - zero)
    })
    .replaceAll('\u066b', ',')
    .replaceAll('\u066c', ' ')

/** One line without invisible marks, with single plain spaces. */
export const cleanText = (typed: string): string =>
  typed.normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(SPACES, ' ').trim()

const ACCENTED = 'àâäáãéèêëíìîïóòôöõúùûüçñÀÂÄÁÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÇÑأإآٱىةؤئ'
const PLAIN = 'aaaaaeeeeiiiiooooouuuucnAAAAAEEEEIIIIOOOOOUUUUCNاااايهوي'

/** A name without case, accents and the spellings of Arabic letters that people exchange. */
export const foldName = (name: string): string =>
  Array.from(name, (letter) => {
    const at = ACCENTED.indexOf(letter)
    return at === -1 ? letter : (PLAIN[at] as string)
  })
    .join('')
    .toLowerCase()

/** SQL: the same of a column. Vowel signs stay. */
export const foldedName = (column: string): string =>
  `lower(translate(${column}, '${ACCENTED}', '${PLAIN}'))`

/** A pattern of `like` for text that contains this, with the wildcards of SQL as plain characters. */
export const containing = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
