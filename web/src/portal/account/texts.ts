import type { Texts } from '../../texts/texts.ts'

export const OWN_ACCOUNT = {
  title: { en: 'Bank account', fr: 'Compte bancaire', ar: 'الحساب البنكي' },
  current: { en: 'Your money goes here', fr: 'Votre argent va ici', ar: 'أموالكم تذهب إلى هنا' },
  holder: { en: 'Holder', fr: 'Titulaire', ar: 'صاحب الحساب' },
  rib: { en: 'RIB', fr: 'RIB', ar: 'RIB' },
  since: { en: 'In force since', fr: 'En vigueur depuis', ar: 'سارٍ منذ' },
  asked: { en: 'Proposed', fr: 'Proposé', ar: 'اقتُرح' },
  masked: {
    en: 'Only the first three and the last four digits are shown, so that nobody copies the account from here.',
    fr: 'Seuls les trois premiers et les quatre derniers chiffres sont affichés : personne ne copie le compte d’ici.',
    ar: 'تظهر الأرقام الثلاثة الأولى والأربعة الأخيرة فقط، حتى لا يُنسخ الحساب من هنا.',
  },
  none: {
    en: 'No account yet, so nothing can be paid to you. Give the operator your bank’s document (RIB).',
    fr: 'Aucun compte : rien ne peut vous être versé. Remettez à l’opérateur le RIB de votre banque.',
    ar: 'لا حساب بعد، فلا يمكن دفع شيء لكم. سلّموا المشغّل وثيقة البنك (RIB).',
  },
  requested: { en: 'A change waits', fr: 'Un changement attend', ar: 'تغيير في الانتظار' },
  requestedSays: {
    en: 'Somebody at the operator proposed this account, and a second person there has to approve it. If you did not ask for it, call the operator now.',
    fr: 'Une personne chez l’opérateur a proposé ce compte, et une deuxième doit l’approuver. Si vous ne l’avez pas demandé, appelez l’opérateur tout de suite.',
    ar: 'اقترح شخص لدى المشغّل هذا الحساب، ويجب أن يعتمده شخص ثانٍ. إن لم تطلبوه فاتصلوا بالمشغّل الآن.',
  },
  change: { en: 'To change it', fr: 'Pour le changer', ar: 'لتغييره' },
  changeSays: {
    en: 'Nobody changes it here, not even your owner. Ask the operator’s finance, and bring your bank’s document: one person there proposes the new account, another compares it with the document.',
    fr: 'Personne ne le change ici, pas même votre propriétaire. Demandez-le aux finances de l’opérateur, avec le RIB de votre banque : une personne propose le nouveau compte, une autre le compare au document.',
    ar: 'لا أحد يغيّره من هنا، ولا حتى المالك لديكم. اطلبوا ذلك من مالية المشغّل ومعكم وثيقة البنك: يقترح شخص الحساب الجديد، ويقارنه شخص آخر بالوثيقة.',
  },
} as const satisfies Texts
