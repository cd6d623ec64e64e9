/** What stands in the lists of the desks, in words: for the screens, and for files that people read. */
import type { CaseStatus } from './cases.ts'
import type { DepositStatus } from './deposits.ts'
import type { EventState } from './operator-records.ts'
import type { VarianceOutcome, VarianceRecord } from './variances.ts'
import type { EventKind } from './webhook-event.ts'
import type { Words } from './words.ts'

type WordsOf<Name extends string> = Readonly<Record<Name, Words[string]>>

export const VARIANCE_STATUS_WORDS = {
  open: { en: 'To decide', fr: 'À régulariser', ar: 'بانتظار القرار' },
  decided: { en: 'Decided', fr: 'Régularisé', ar: 'محسوم' },
} as const satisfies WordsOf<VarianceRecord['status']>

/** Where a difference was found. */
export const VARIANCE_SOURCE_WORDS = {
  shift: { en: 'Shift', fr: 'Session', ar: 'جلسة صندوق' },
  handover: { en: 'Handover', fr: 'Passation', ar: 'تسليم' },
  deposit: { en: 'Bank deposit', fr: 'Versement en banque', ar: 'إيداع بنكي' },
} as const satisfies WordsOf<VarianceRecord['source']>

/** Whose a difference is; `tolerance` when nobody had to decide. */
export const VARIANCE_DECISION_WORDS = {
  over_short: {
    en: 'the channel bears it',
    fr: 'le canal le prend à sa charge',
    ar: 'تتحمّله القناة',
  },
  agent_receivable: { en: 'the agent owes it', fr: 'l’agent le doit', ar: 'على العون' },
  payer_held: {
    en: 'it belongs to a payer',
    fr: 'il appartient à un payeur',
    ar: 'هو لأحد الدافعين',
  },
  tolerance: {
    en: 'within the tolerance of the channel',
    fr: 'dans la tolérance du canal',
    ar: 'ضمن السماح المحدّد للقناة',
  },
} as const satisfies WordsOf<VarianceOutcome | 'tolerance'>

export const DEPOSIT_STATUS_WORDS = {
  bagged: { en: 'In the bag', fr: 'En sac', ar: 'في الكيس' },
  deposited: { en: 'At the bank', fr: 'Déposé', ar: 'مودَع' },
  banked: { en: 'Credited', fr: 'Crédité', ar: 'قُيّد في الحساب' },
  disputed: { en: 'Disputed', fr: 'Contesté', ar: 'محلّ خلاف' },
} as const satisfies WordsOf<DepositStatus>

export const CASE_STATUS_WORDS = {
  open: { en: 'To decide', fr: 'À décider', ar: 'بانتظار القرار' },
  confirmed: { en: 'Confirmed', fr: 'Confirmé', ar: 'مؤكَّد' },
  given_back: { en: 'Given back', fr: 'Rendu', ar: 'مُعاد' },
} as const satisfies WordsOf<CaseStatus>

export const EVENT_STATE_WORDS = {
  pending: { en: 'Waiting', fr: 'En attente', ar: 'قيد الانتظار' },
  delivered: { en: 'Delivered', fr: 'Livré', ar: 'سُلّم' },
  failed: { en: 'Failed', fr: 'Échoué', ar: 'فشل' },
} as const satisfies WordsOf<EventState>

export const EVENT_KIND_WORDS = {
  'payment.initialized': { en: 'Payment opened', fr: 'Paiement ouvert', ar: 'فُتحت دفعة' },
  'payment.success': { en: 'Payment confirmed', fr: 'Paiement confirmé', ar: 'تأكّدت دفعة' },
  'payment.fail': { en: 'Payment released', fr: 'Paiement libéré', ar: 'أُلغيت دفعة' },
  'payment.refunded': { en: 'Refund', fr: 'Remboursement', ar: 'استرداد' },
} as const satisfies WordsOf<EventKind>
