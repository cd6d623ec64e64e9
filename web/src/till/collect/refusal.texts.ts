import type { Texts } from '../base/texts.ts'

export const REFUSAL = {
  refusedTitle: { en: 'Take no money', fr: 'N’encaissez rien', ar: 'لا تقبض شيئًا' },
  alreadyPaid: {
    en: 'This reference is paid',
    fr: 'Cette référence est payée',
    ar: 'هذا المرجع مدفوع',
  },
  paidAt: { en: 'Paid on', fr: 'Payé le', ar: 'دُفع في' },
  paidWhere: { en: 'Where', fr: 'Où', ar: 'أين' },
  paidBy: { en: 'By', fr: 'Par', ar: 'عند' },
  elsewhere: {
    en: 'at another channel, or directly at the partner',
    fr: 'dans un autre canal, ou directement chez le partenaire',
    ar: 'لدى قناة أخرى أو عند الشريك مباشرة',
  },
  printAgain: { en: 'Print the receipt again', fr: 'Réimprimer le reçu', ar: 'أعد طبع الوصل' },
  lockedElsewhere: {
    en: 'This reference is being paid elsewhere',
    fr: 'Cette référence est en cours de paiement ailleurs',
    ar: 'هذا المرجع قيد الدفع في مكان آخر',
  },
  notFound: {
    en: 'No such reference',
    fr: 'Référence introuvable',
    ar: 'لا وجود لهذا المرجع',
  },
  notOnShift: {
    en: 'You have no open shift',
    fr: 'Vous n’avez pas pris votre poste',
    ar: 'لم تفتح مناوبتك بعد',
  },
  counting: {
    en: 'You are counting: no payment opens until the count is sent',
    fr: 'Vous comptez : aucun paiement ne s’ouvre avant l’envoi du comptage',
    ar: 'أنت في العدّ: لا تُفتح دفعة قبل إرسال العدّ',
  },
  toCount: { en: 'Go on counting', fr: 'Continuer le comptage', ar: 'واصل العدّ' },
  foreign: {
    en: 'This code is not one of ours: take no money',
    fr: 'Ce code n’est pas des nôtres : n’encaissez rien',
    ar: 'هذا الرمز ليس من رموزنا: لا تقبض شيئًا',
  },
  foreignHost: {
    en: 'It leads to {host}. Somebody may have put it over the right one: tell your supervisor.',
    fr: 'Il mène à {host}. Il a peut-être été collé sur le bon : prévenez votre superviseur.',
    ar: 'يقود إلى {host}. ربما أُلصق فوق الرمز الصحيح: أخبر مشرفك.',
  },
  tellForeign: {
    en: '“I cannot take money with this code. Please ask the shop for its own code or a reference.”',
    fr: '« Je ne peux pas encaisser avec ce code. Demandez au commerçant son vrai code ou une référence. »',
    ar: '«لا أستطيع القبض بهذا الرمز. اطلب من التاجر رمزه الصحيح أو مرجعًا.»',
  },
  partnerAway: {
    en: 'The partner does not answer',
    fr: 'Le partenaire ne répond pas',
    ar: 'الشريك لا يجيب الآن',
  },
  tell: { en: 'Tell the payer', fr: 'Dites au payeur', ar: 'قل للدافع' },
  tellPaid: {
    en: '“Your bill is paid, you owe nothing.”',
    fr: '« Votre facture est payée, vous ne devez rien. »',
    ar: '«فاتورتك مدفوعة، ولا يلزمك شيء.»',
  },
  tellLocked: {
    en: '“Your bill is being paid at another counter. If it is not by you, come back in a quarter of an hour.”',
    fr: '« Votre facture est en cours de paiement à un autre guichet. Si ce n’est pas vous, revenez dans un quart d’heure. »',
    ar: '«فاتورتك تُدفع الآن في شبّاك آخر. إن لم تكن أنت من يدفعها فعد بعد ربع ساعة.»',
  },
  tellNotFound: {
    en: '“I do not find this reference. Can you show me your bill?”',
    fr: '« Je ne trouve pas cette référence. Pouvez-vous me montrer votre facture ? »',
    ar: '«لا أجد هذا المرجع. هل تُريني فاتورتك؟»',
  },
  tellAway: {
    en: '“We cannot reach {name} for now. Nothing was taken; please come back a little later.”',
    fr: '« Nous ne joignons pas {name} pour le moment. Rien n’est encaissé ; revenez un peu plus tard. »',
    ar: '«لا نصل إلى {name} الآن. لم يُقبض شيء، عد بعد قليل من فضلك.»',
  },
  openShift: { en: 'Open my shift', fr: 'Prendre mon poste', ar: 'افتح مناوبتي' },
  anotherReference: { en: 'Another reference', fr: 'Autre référence', ar: 'مرجع آخر' },
  tryAgain: { en: 'Try again', fr: 'Réessayer', ar: 'أعد المحاولة' },
} as const satisfies Texts
