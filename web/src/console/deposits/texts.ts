import type { Texts } from '../../texts/texts.ts'

export const DEPOSITS = {
  title: { en: 'Bank deposits', fr: 'Versements en banque', ar: 'الإيداعات البنكية' },
  bags: { en: 'Bags', fr: 'Sacs', ar: 'الأكياس' },
  remittances: { en: 'Transfers of channels', fr: 'Virements des canaux', ar: 'تحويلات القنوات' },
  from: { en: 'From', fr: 'De', ar: 'من' },
  bag: { en: 'Bag', fr: 'Sac', ar: 'الكيس' },
  slip: { en: 'Slip', fr: 'Bordereau', ar: 'القسيمة' },
  picture: { en: 'picture', fr: 'photo', ar: 'صورة' },
  bagged: { en: 'Sealed', fr: 'Scellé', ar: 'مختوم' },
  banked: { en: 'Credited, DA', fr: 'Crédité, DA', ar: 'المقيَّد، د.ج' },
  none: {
    en: 'No bag here. A channel closes bags at its till.',
    fr: 'Aucun sac ici. Un canal les scelle à sa caisse.',
    ar: 'لا أكياس هنا. تُغلقها القناة عند صندوقها.',
  },
  noRemittance: { en: 'No transfer here.', fr: 'Aucun virement ici.', ar: 'لا تحويلات هنا.' },
  act: { en: 'Next step', fr: 'Étape suivante', ar: 'الخطوة التالية' },
  bankIt: { en: 'Credited', fr: 'Crédité', ar: 'قُيّد' },
  bankTitle: {
    en: 'What the bank credited',
    fr: 'Ce que la banque a crédité',
    ar: 'ما قيّده البنك',
  },
  bankSays: {
    en: 'Only if no bank line comes: an imported line records it by itself. A difference waits for another person.',
    fr: 'Seulement si aucune ligne bancaire n’arrive : une ligne importée l’enregistre d’elle-même. Un écart attend une autre personne.',
    ar: 'فقط إن لم يصل سطر بنكي: السطر المستورَد يسجّله وحده. وأي فرق ينتظر شخصًا آخر.',
  },
  dispute: { en: 'Dispute', fr: 'Contester', ar: 'اعتراض' },
  disputeTitle: {
    en: 'The bank says that it did not receive the bag',
    fr: 'La banque dit ne pas avoir reçu le sac',
    ar: 'يقول البنك إنه لم يستلم الكيس',
  },
  disputeSays: {
    en: 'Its cash stays on the way until the bank credits an amount, which may be 0.',
    fr: 'Ses espèces restent en transit jusqu’à ce que la banque crédite un montant, éventuellement 0.',
    ar: 'تبقى نقوده في الطريق حتى يقيّد البنك مبلغًا، ولو كان 0.',
  },
  notAtBank: {
    en: 'The channel has not brought it yet.',
    fr: 'Le canal ne l’a pas encore déposé.',
    ar: 'لم تودعه القناة بعد.',
  },
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  announced: { en: 'Announced', fr: 'Annoncé', ar: 'أُعلن' },
  netted: { en: 'Kept, DA', fr: 'Retenu, DA', ar: 'المقتطَع، د.ج' },
} as const satisfies Texts
