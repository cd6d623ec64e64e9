/** What the statements of standards have beside their lines: an account, a currency and two balances. */
import { formatSum, MAX_CENTIMES, shown, type Centimes } from '@wasl/protocol'
import { says, wholeFile, type FileProblem, type Said } from './file-problem.ts'

/** Lines of a statement. A file with more is split by the bank. */
export const ENTRIES_MAX = 10_000

/** The end of a longer text is left out: a transfer of many payouts names each of them. */
const TEXT_LENGTH_MAX = 1_000

/** One line of text, without what a screen could not show. */
export const statementText = (parts: readonly string[]): string =>
  parts
    .join(' ')
    .replaceAll(/\p{Cc}|\s/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, TEXT_LENGTH_MAX)

/**
 * The centimes of an amount in digits; null when it is not an amount, or has fractions of a
 * centime.
 *
 * @example centimesIn('98,21', ',') // 9821
 */
export const centimesIn = (text: string, decimal: ',' | '.'): Centimes | null => {
  const [whole = '', decimals = '', ...more] = text.split(decimal)
  if (more.length > 0 || !/^[0-9]{1,14}$/.test(whole) || !/^[0-9]{0,2}0*$/.test(decimals))
    return null
  const centimes = Number(whole + decimals.slice(0, 2).padEnd(2, '0'))
  return centimes > MAX_CENTIMES ? null : centimes
}

export const currencySaid = (found: string): Said =>
  says(
    `expected a statement in DZD, received ${shown(found)}: only accounts in dinars are imported`,
    `un relevé en DZD est attendu, ${shown(found)} reçu : seuls les comptes en dinars sont importés`,
    `المنتظر كشف بالعملة DZD والوارد ${shown(found)}: لا تُستورد إلا حسابات الدينار`,
  )

/** Null when the statement is of this account, or the format names no account. */
export const accountProblem = (wanted: string | undefined, found: string): Said | null => {
  const bare = found.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()
  if (wanted === undefined || bare.includes(wanted.toUpperCase())) return null
  return says(
    `expected a statement of the account ${wanted}, received one of ${shown(found)}`,
    `un relevé du compte ${wanted} est attendu, celui du compte ${shown(found)} reçu`,
    `المنتظر كشف الحساب ${wanted} والوارد كشف ${shown(found)}`,
  )
}

/** A part of the file is missing, or an amount was read wrongly: none of it may be imported. */
export const balanceProblem = (
  opening: Centimes,
  moved: Centimes,
  closing: Centimes,
): Said | null => {
  if (opening + moved === closing) return null
  const [from, by, to, sum] = [opening, moved, closing, opening + moved].map(formatSum)
  return says(
    `the lines do not lead from the opening to the closing balance: ${from} and ${by} are ${sum}, and the statement ends with ${to}. Download the whole statement again`,
    `les lignes ne mènent pas du solde d’ouverture au solde de clôture : ${from} et ${by} font ${sum}, et le relevé finit à ${to}. Téléchargez à nouveau le relevé entier`,
    `لا تقود الأسطر من رصيد الافتتاح إلى رصيد الإقفال: ${from} مع ${by} يساوي ${sum} وينتهي الكشف عند ${to}. نزّل الكشف كاملًا من جديد`,
  )
}

export const TOO_MANY_ENTRIES = says(
  `expected at most ${ENTRIES_MAX} lines in a file`,
  `${ENTRIES_MAX} lignes au plus sont attendues dans un fichier`,
  `المنتظر ${ENTRIES_MAX} سطر على الأكثر في الملف`,
)

export const NO_ENTRIES: FileProblem = wholeFile(
  says(
    'This statement has no line. Download the statement of days with movements, and import that file.',
    'Ce relevé n’a aucune ligne. Téléchargez le relevé de jours avec des mouvements, puis importez-le.',
    'ليس في هذا الكشف أي سطر. نزّل كشف أيام فيها حركات ثم استورده.',
  ),
)
