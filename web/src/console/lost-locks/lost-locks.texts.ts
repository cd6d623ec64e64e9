import { CASE_STATUS_WORDS } from '@wasl/protocol/list-words'
import type { Texts } from '../../texts/texts.ts'

export const LOST = {
  title: { en: 'Cash without a payment', fr: 'Espèces sans paiement', ar: 'مبالغ بلا دفعة' },
  says: {
    en: 'Cash was taken, and its confirmation was refused. Somebody must decide whose it is.',
    fr: 'De l’argent a été pris, et sa confirmation refusée. Quelqu’un doit décider à qui il est.',
    ar: 'استُلمت نقود ورُفض تأكيدها. يجب أن يقرّر أحدٌ لمن هي.',
  },
  none: {
    en: 'No cash waits for a decision.',
    fr: 'Aucun argent n’attend de décision.',
    ar: 'لا نقود تنتظر قرارًا.',
  },
  status: { en: 'State', fr: 'État', ar: 'الحالة' },
  ...CASE_STATUS_WORDS,
  takenAt: { en: 'Taken', fr: 'Pris le', ar: 'استُلم' },
  takenBy: { en: 'By', fr: 'Par', ar: 'من طرف' },
  partner: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
  payment: { en: 'Payment', fr: 'Paiement', ar: 'الدفعة' },
  paymentTo: { en: 'Payment to', fr: 'Paiement à', ar: 'دفعة إلى' },
  counted: { en: 'Found by a count', fr: 'Trouvé par un comptage', ar: 'وُجد عند العدّ' },
  amount: { en: 'Amount, DA', fr: 'Montant, DA', ar: 'المبلغ، د.ج' },
  decide: { en: 'Decide', fr: 'Décider', ar: 'قرّر' },
  ask: {
    en: 'What became of the {amount}?',
    fr: 'Que sont devenus les {amount} ?',
    ar: 'ماذا حدث لمبلغ {amount}؟',
  },
  how: { en: 'Decision', fr: 'Décision', ar: 'القرار' },
  back: { en: 'The payer has it back', fr: 'Le payeur l’a récupéré', ar: 'استعاده الدافع' },
  other: {
    en: 'Another payment was confirmed with it',
    fr: 'Un autre paiement a été confirmé avec',
    ar: 'أُكّدت به دفعة أخرى',
  },
  givenBackBy: { en: 'Given back by', fr: 'Rendu par', ar: 'أعاده' },
  giverName: {
    en: 'Agent, safe, channel or bank',
    fr: 'Agent, coffre, canal ou banque',
    ar: 'عون أو خزنة أو قناة أو بنك',
  },
  safe: { en: 'Safe of {name}', fr: 'Coffre de {name}', ar: 'خزنة {name}' },
  channelItself: { en: 'the channel itself', fr: 'le canal lui-même', ar: 'القناة نفسها' },
  bank: { en: 'The bank', fr: 'La banque', ar: 'البنك' },
  pickGiver: {
    en: 'Choose who gave it back.',
    fr: 'Choisissez qui l’a rendu.',
    ar: 'اختر من أعاده.',
  },
  confirmedBy: { en: 'That payment', fr: 'Ce paiement', ar: 'تلك الدفعة' },
  reference: { en: 'Its reference', fr: 'Sa référence', ar: 'مرجعها' },
  paymentHint: {
    en: 'Paid payments of this channel with this amount; of the same reference, where it is known.',
    fr: 'Paiements payés de ce canal avec ce montant ; de la même référence, si elle est connue.',
    ar: 'دفعات مدفوعة في هذه القناة بهذا المبلغ، وللمرجع نفسه إن كان معروفًا.',
  },
  sameCash: {
    en: '{reference} was paid to the same person ({detail}). If it is the same cash, it counts twice until this case ends with that payment.',
    fr: '{reference} a été payée à la même personne ({detail}). Si c’est le même argent, il compte deux fois tant que ce dossier n’est pas réglé par ce paiement.',
    ar: '{reference} دُفع للشخص نفسه ({detail}). إن كانت النقود نفسها فهي محسوبة مرتين حتى يُحسم هذا الملف بتلك الدفعة.',
  },
  isSameCash: {
    en: 'It is the same cash',
    fr: 'C’est le même argent',
    ar: 'هي النقود نفسها',
  },
  pickPayment: {
    en: 'Choose the payment.',
    fr: 'Choisissez le paiement.',
    ar: 'اختر الدفعة.',
  },
  by: { en: 'by {name}', fr: 'par {name}', ar: 'من طرف {name}' },
} as const satisfies Texts
