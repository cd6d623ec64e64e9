/** Colours and weights, as we paint with them: they change how text looks and nothing else. */
const PAINT = String.raw`\u001b\[(?:[0-4]|2[1-4]|3[0-79]|9[0-7])m`

/**
 * Controls that move a cursor, set a title or ask a terminal to answer, and marks that turn the direction
 * of what follows. Line feeds and tabs stay.
 */
const CONTROL = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]`

const PAINT_OR_CONTROL = new RegExp(`(${PAINT})|${CONTROL}`, 'g')

/**
 * A text as a terminal may get it, with parts that others wrote: a server's answer must not act on the
 * screen of the person who reads it. Controls are shown as JSON writes them.
 *
 * @example printable('\u001b]0;title\u0007') // '\\u001b]0;title\\u0007'
 */
export const printable = (text: string): string =>
  text.replaceAll(PAINT_OR_CONTROL, (control: string, paint: string | undefined) =>
    paint === undefined ? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}` : paint,
  )
