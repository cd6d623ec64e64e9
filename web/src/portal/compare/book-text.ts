/** A file that is no text in UTF-8, nor in UTF-16 with its mark. */
export class NotText extends Error {}

/**
 * The text of a file. A byte order mark decides about UTF-16, which spreadsheets write as "Unicode text".
 * Another encoding is refused: a wrong letter in a reference would look like a missing payment.
 *
 * @throws NotText
 */
export const bookText = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new NotText(encoding, { cause: error })
  }
}
