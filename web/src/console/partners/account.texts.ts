import type { Texts } from '../../texts/texts.ts'

export const ACCOUNT = {
  current: { en: 'Account in force', fr: 'Compte en vigueur', ar: 'الحساب الساري' },
  requested: { en: 'Proposed account', fr: 'Compte proposé', ar: 'الحساب المقترح' },
  noAccount: {
    en: 'No account yet: nothing can be paid to this partner.',
    fr: 'Aucun compte : rien ne peut être versé à ce partenaire.',
    ar: 'لا حساب بعد: لا يمكن دفع شيء لهذا الشريك.',
  },
  holder: { en: 'Holder', fr: 'Titulaire', ar: 'صاحب الحساب' },
  rib: { en: 'RIB', fr: 'RIB', ar: 'RIB' },
  nif: { en: 'Tax number (NIF)', fr: 'NIF', ar: 'رقم التعريف الجبائي (NIF)' },
  nis: { en: 'Statistical number (NIS)', fr: 'NIS', ar: 'رقم التعريف الإحصائي (NIS)' },
  rc: { en: 'Trade register (RC)', fr: 'Registre du commerce (RC)', ar: 'السجل التجاري (RC)' },
  ai: { en: 'Tax article (AI)', fr: 'Article d’imposition (AI)', ar: 'مادة الضريبة (AI)' },
  changes: { en: 'changes', fr: 'change', ar: 'يتغيّر' },
  waits: {
    en: 'A change waits. Approve or decline it first.',
    fr: 'Un changement attend. Approuvez-le ou refusez-le d’abord.',
    ar: 'هناك تغيير في الانتظار. اعتمده أو ارفضه أولًا.',
  },
  propose: { en: 'Propose an account', fr: 'Proposer un compte', ar: 'اقتراح حساب' },
  proposeVerb: { en: 'Propose', fr: 'Proposer', ar: 'اقتراح' },
  proposeSays: {
    en: 'Enter the whole new account. Nothing changes until another person approves it.',
    fr: 'Saisissez le nouveau compte en entier. Rien ne change avant l’accord d’une autre personne.',
    ar: 'أدخل الحساب الجديد كاملًا. لا يتغيّر شيء قبل أن يعتمده شخص آخر.',
  },
  ribHint: {
    en: '{count, plural, one {# digit is} other {# digits are}} missing. Spaces do no harm.',
    fr: 'Il manque {count, plural, one {# chiffre} other {# chiffres}}. Les espaces ne gênent pas.',
    ar: '{count, plural, one {ينقص رقم واحد} two {ينقص رقمان} few {تنقص # أرقام} many {ينقص # رقمًا} other {ينقص # رقم}}. لا تضرّ المسافات.',
  },
  ribWrong: {
    en: 'The last two digits do not fit the others. Compare it with the bank’s own document.',
    fr: 'Les deux derniers chiffres ne correspondent pas aux autres. Comparez avec le document de la banque.',
    ar: 'لا يطابق آخر رقمين بقية الأرقام. قارنه بوثيقة البنك.',
  },
  ribRight: { en: 'The digits fit:', fr: 'Les chiffres concordent :', ar: 'الأرقام متطابقة:' },
  approveTitle: {
    en: 'Approve this account',
    fr: 'Approuver ce compte',
    ar: 'اعتماد هذا الحساب',
  },
  approveSays: {
    en: 'Payouts that are instructed from now on go to this account. Compare it with the bank’s own document.',
    fr: 'Les virements transmis désormais iront sur ce compte. Comparez-le avec le document de la banque.',
    ar: 'تذهب التحويلات المرسلة من الآن إلى هذا الحساب. قارنه بوثيقة البنك.',
  },
  declineTitle: { en: 'Decline this account', fr: 'Refuser ce compte', ar: 'رفض هذا الحساب' },
  history: { en: 'History', fr: 'Historique', ar: 'السجل' },
  noHistory: {
    en: 'No account was proposed yet.',
    fr: 'Aucun compte n’a encore été proposé.',
    ar: 'لم يُقترح أي حساب بعد.',
  },
  asked: { en: 'Proposed', fr: 'Proposé', ar: 'اقتُرح' },
  decided: { en: 'Decided', fr: 'Décidé', ar: 'حُسم' },
} as const satisfies Texts
