/** Colours and weights. They change how text looks and nothing else. */
const PAINT = String.raw`\u001b\[(?:[0-4]|2[1-4]|3[0-79]|9[0-7])m`

/**
 * Controls that move the cursor, set a title or make the terminal answer, and marks that change the
 * direction of text. Line feeds and tabs stay.
 */
const CONTROL = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]`

const PAINT_OR_CONTROL = new RegExp(`(${PAINT})|${CONTROL}`, 'g')

/**
 * Makes text safe for a terminal: a server's answer must not control the screen of its reader. Controls
 * are written as in JSON.
 *
 * @example printable('\u001b]0;title\u0007') // '\\u001b]0;title\\u0007'
 */
export const printable = (text: string): string =>
  text.replaceAll(PAINT_OR_CONTROL, (control: string, paint: string | undefined) =>
    paint === undefined ? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}` : paint,
  )
