import type { CsvMapping } from '@wasl/protocol'
import { says, wholeFile, type FileProblem } from './file-problem.ts'

export type Decoded = { ok: true; text: string } | FileProblem

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', bytes: Buffer.from('efbbbf', 'hex') },
  { encoding: 'utf-16le', bytes: Buffer.from('fffe', 'hex') },
  { encoding: 'utf-16be', bytes: Buffer.from('feff', 'hex') },
] as const

/**
 * The text of a file in the encoding of its mapping. A wrong encoding would change names and may join
 * two columns, so bytes that contradict it are refused, never replaced.
 */
export const decodeFile = (bytes: Uint8Array, encoding: CsvMapping['encoding']): Decoded => {
  const mark = BYTE_ORDER_MARKS.find((one) => one.bytes.equals(bytes.subarray(0, one.bytes.length)))
  if (mark !== undefined && mark.encoding !== encoding)
    return wrongEncoding(encoding, mark.encoding)
  const text = decoded(bytes, encoding)
  if (text === null || text.includes('\u0000'))
    return wrongEncoding(encoding, likelyEncoding(bytes))
  return { ok: true, text }
}

/** What the bytes look like, for the message; null when nothing says so. */
const likelyEncoding = (bytes: Uint8Array): CsvMapping['encoding'] | null => {
  if (bytes.includes(0)) return 'utf-16le'
  return decoded(bytes, 'utf-8') === null ? null : 'utf-8'
}

const wrongEncoding = (expected: CsvMapping['encoding'], found: string | null): FileProblem =>
  wholeFile(
    says(
      `The letters of this file are not written as the format says: expected ${expected}${found === null ? '' : `, and the file looks like ${found}`}. ` +
        'Set the encoding of the bank format, or export the file again.',
      `Les caractères de ce fichier ne sont pas écrits comme le dit le format : ${expected} attendu${found === null ? '' : `, et le fichier semble être en ${found}`}. ` +
        'Corrigez l’encodage du format bancaire, ou exportez à nouveau le fichier.',
      `حروف هذا الملف ليست مكتوبة كما تقول الصيغة: الترميز المنتظر ${expected}${found === null ? '' : `، ويبدو الملف بترميز ${found}`}. ` +
        'صحّح الترميز في صيغة البنك أو صدّر الملف من جديد.',
    ),
  )

/** Without the byte order mark; null when some bytes are not of this encoding. */
const decoded = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
