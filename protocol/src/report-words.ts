/** The accountant's reports in words: for their page, and for the files that people open. */
import type { ReportName } from './reports.ts'
import type { Language } from './language.ts'
import { CODES, KINDS } from './ledger-words.ts'
import { wordOf, type Words } from './words.ts'

/** `sum` is money, `count` a whole number, `age` a number of days: the highest counts. */
export type ReportColumn = readonly [name: string, type: 'text' | 'sum' | 'count' | 'age']

const AGED: readonly ReportColumn[] = [
  ['owner', 'text'],
  ['balance', 'sum'],
  ['since', 'text'],
  ['days', 'age'],
]

/** The columns of each report, in the order in which they are read. */
export const REPORT_COLUMNS: Readonly<Record<ReportName, readonly ReportColumn[]>> = {
  'bank-proof': [
    ['businessDate', 'text'],
    ['account', 'text'],
    ['opening', 'sum'],
    ['received', 'sum'],
    ['paid', 'sum'],
    ['closing', 'sum'],
    ['bankLines', 'sum'],
    ['difference', 'sum'],
  ],
  'clients-money': [
    ['part', 'text'],
    ['kind', 'text'],
    ['balance', 'sum'],
  ],
  vat: [
    ['month', 'text'],
    ['kind', 'text'],
    ['debits', 'sum'],
    ['credits', 'sum'],
    ['due', 'sum'],
  ],
  'aged-custody': AGED,
  'aged-refunds': AGED,
  suspense: [
    ['bankLine', 'text'],
    ['account', 'text'],
    ['bookedOn', 'text'],
    ['description', 'text'],
    ['balance', 'sum'],
    ['days', 'age'],
  ],
  journal: [
    ['businessDate', 'text'],
    ['code', 'text'],
    ['debitKind', 'text'],
    ['debitAccount', 'text'],
    ['creditKind', 'text'],
    ['creditAccount', 'text'],
    ['transfers', 'count'],
    ['amount', 'sum'],
  ],
}

/** The columns that mean something when they are added up. */
export const REPORT_TOTALS: Readonly<Record<ReportName, readonly string[]>> = {
  'bank-proof': [],
  // Its last line is what is left over.
  'clients-money': [],
  vat: ['debits', 'credits', 'due'],
  'aged-custody': ['balance'],
  'aged-refunds': ['balance'],
  suspense: ['balance'],
  journal: ['amount'],
}

export const REPORTS_IN_WORDS = {
  journal: { en: 'Journal', fr: 'Journal', ar: 'اليومية' },
  vat: { en: 'VAT', fr: 'TVA', ar: 'الرسم على القيمة المضافة' },
  'bank-proof': {
    en: 'Proof of the bank accounts',
    fr: 'Preuve des comptes bancaires',
    ar: 'إثبات الحسابات البنكية',
  },
  'clients-money': { en: 'Clients’ money', fr: 'Argent des clients', ar: 'أموال العملاء' },
  'aged-custody': {
    en: 'Cash held, by age',
    fr: 'Espèces détenues, par ancienneté',
    ar: 'النقود في العهدة حسب قدمها',
  },
  'aged-refunds': {
    en: 'Refunds due, by age',
    fr: 'Remboursements à verser, par ancienneté',
    ar: 'المبالغ المستحقة الرد حسب قدمها',
  },
  suspense: { en: 'Suspense', fr: 'Compte d’attente', ar: 'حساب معلّق' },
} as const satisfies Readonly<Record<ReportName, Words[string]>>

export const REPORT_HEADS = {
  businessDate: { en: 'Business day', fr: 'Journée comptable', ar: 'يوم العمل' },
  account: { en: 'Bank account', fr: 'Compte bancaire', ar: 'الحساب البنكي' },
  opening: { en: 'At the start', fr: 'Au début', ar: 'في البداية' },
  received: { en: 'Received', fr: 'Reçu', ar: 'المستلم' },
  paid: { en: 'Paid out', fr: 'Versé', ar: 'المدفوع' },
  closing: { en: 'At the end', fr: 'À la fin', ar: 'في النهاية' },
  bankLines: { en: 'Lines of the bank', fr: 'Lignes de la banque', ar: 'سطور البنك' },
  difference: { en: 'Difference', fr: 'Écart', ar: 'الفرق' },
  part: { en: 'Part', fr: 'Partie', ar: 'الجزء' },
  kind: { en: 'Account', fr: 'Compte', ar: 'الحساب' },
  balance: { en: 'Balance', fr: 'Solde', ar: 'الرصيد' },
  month: { en: 'Month', fr: 'Mois', ar: 'الشهر' },
  debits: { en: 'Debits', fr: 'Débits', ar: 'المدين' },
  credits: { en: 'Credits', fr: 'Crédits', ar: 'الدائن' },
  due: { en: 'To pay', fr: 'À payer', ar: 'المستحق' },
  owner: { en: 'Whose', fr: 'De qui', ar: 'لمن' },
  since: { en: 'Since', fr: 'Depuis le', ar: 'منذ' },
  days: { en: 'Days', fr: 'Jours', ar: 'الأيام' },
  bankLine: { en: 'Bank line', fr: 'Ligne bancaire', ar: 'سطر البنك' },
  bookedOn: { en: 'Booked on', fr: 'Comptabilisée le', ar: 'تاريخ القيد' },
  description: { en: 'Description', fr: 'Libellé', ar: 'الوصف' },
  code: { en: 'What happened', fr: 'Opération', ar: 'العملية' },
  debitKind: { en: 'Debit', fr: 'Débit', ar: 'مدين' },
  debitAccount: { en: 'Debit, account code', fr: 'Débit, n° de compte', ar: 'المدين، رقم الحساب' },
  creditKind: { en: 'Credit', fr: 'Crédit', ar: 'دائن' },
  creditAccount: {
    en: 'Credit, account code',
    fr: 'Crédit, n° de compte',
    ar: 'الدائن، رقم الحساب',
  },
  transfers: { en: 'Entries', fr: 'Écritures', ar: 'القيود' },
  amount: { en: 'Amount', fr: 'Montant', ar: 'المبلغ' },
} as const satisfies Words

const BANK_ACCOUNTS = {
  clients: { en: 'Clients’ account', fr: 'Compte des clients', ar: 'حساب العملاء' },
  own: { en: 'Own account', fr: 'Compte propre', ar: 'الحساب الخاص' },
} as const satisfies Words

const PARTS = {
  held: { en: 'Held', fr: 'Détenu', ar: 'محفوظ' },
  lent: { en: 'Lent', fr: 'Prêté', ar: 'مُعار' },
  owed: { en: 'Owed', fr: 'Dû', ar: 'مستحق' },
  cover: { en: 'Left over', fr: 'Reste', ar: 'الباقي' },
} as const satisfies Words

const KINDS_OR_ALL = {
  ...KINDS,
  all: { en: 'All together', fr: 'Tout ensemble', ar: 'المجموع' },
} as const satisfies Words

/** The columns whose values are names of the platform. */
const WORDS_OF: Readonly<Record<string, Words>> = {
  account: BANK_ACCOUNTS,
  part: PARTS,
  kind: KINDS_OR_ALL,
  debitKind: KINDS,
  creditKind: KINDS,
  code: CODES,
}

/** The columns whose values are dates. */
const DATES: ReadonlySet<string> = new Set(['businessDate', 'since', 'bookedOn'])

export const isReportDate = (column: string): boolean => DATES.has(column)

/** The head of a column. */
export const reportHead = (column: string, language: Language): string =>
  wordOf(REPORT_HEADS, column, language)

/**
 * A text of a report as people read it.
 *
 * @example reportText('code', 'COLLECT', 'fr') // 'Encaissement'
 */
export const reportText = (column: string, value: string, language: Language): string => {
  const words = WORDS_OF[column]
  return words === undefined ? value : wordOf(words, value, language)
}
