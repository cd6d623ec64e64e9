import type { Texts } from '../base/texts.ts'

export const OUTBOX = {
  title: { en: 'Waiting for the network', fr: 'En attente du réseau', ar: 'في انتظار الشبكة' },
  empty: {
    en: 'Nothing waits. Everything that you took is confirmed.',
    fr: 'Rien n’attend. Tout ce que vous avez encaissé est confirmé.',
    ar: 'لا شيء ينتظر. كل ما قبضته مؤكَّد.',
  },
  others: {
    en: '{count, plural, one {# payment of somebody else waits on this device} other {# payments of somebody else wait on this device}}',
    fr: '{count, plural, one {# paiement d’une autre personne attend sur cet appareil} other {# paiements d’une autre personne attendent sur cet appareil}}',
    ar: '{count, plural, =1 {دفعة واحدة لعون آخر تنتظر على هذا الجهاز} =2 {دفعتان لعون آخر تنتظران على هذا الجهاز} few {# دفعات لعون آخر تنتظر على هذا الجهاز} other {# دفعة لعون آخر تنتظر على هذا الجهاز}}',
  },
  othersWhy: {
    en: 'They go when that person signs in here again.',
    fr: 'Ils partiront quand elle se reconnectera ici.',
    ar: 'تُرسَل حين يدخل من هذا الجهاز مجددًا.',
  },
  refused: {
    en: 'Refused, and you have the cash',
    fr: 'Refusés, et vous avez l’argent',
    ar: 'رُفضت والنقود عندك',
  },
  waiting: { en: 'Waits', fr: 'En attente', ar: 'ينتظر' },
  network: { en: 'no network', fr: 'pas de réseau', ar: 'لا شبكة' },
  sending: { en: 'being sent', fr: 'envoi en cours', ar: 'قيد الإرسال' },
  confirmed: { en: 'Confirmed', fr: 'Confirmés', ar: 'مؤكَّدة' },
  sendNow: { en: 'Send now', fr: 'Envoyer maintenant', ar: 'أرسل الآن' },
  signedOut: {
    en: 'sign in again',
    fr: 'reconnectez-vous',
    ar: 'سجّل الدخول من جديد',
  },
  notYet: {
    en: 'the platform could not take it yet',
    fr: 'la plateforme n’a pas encore pu la prendre',
    ar: 'لم تتمكن المنصّة من تسجيلها بعد',
  },
  partnerDown: {
    en: 'The partner does not answer, so the reference could not be opened again.',
    fr: 'Le partenaire ne répond pas : la référence n’a pas pu être rouverte.',
    ar: 'الشريك لا يجيب، فتعذّر فتح المرجع من جديد.',
  },
  refusedTitle: {
    en: 'The confirmation was refused, and you have the cash.',
    fr: 'La confirmation est refusée, et vous avez l’argent.',
    ar: 'رُفض التأكيد، والنقود عندك.',
  },
  doNot: {
    en: 'Do not take it again, and put the money aside.',
    fr: 'N’encaissez pas une seconde fois, et mettez l’argent de côté.',
    ar: 'لا تقبض مرة أخرى، وضع المبلغ جانبًا.',
  },
  lockEnded: {
    en: 'Your hold on the reference ended.',
    fr: 'Votre réservation de la référence a pris fin.',
    ar: 'انتهى حجزك للمرجع.',
  },
  youTook: { en: 'You took {amount}.', fr: 'Vous avez encaissé {amount}.', ar: 'قبضت {amount}.' },
  wasRefused: {
    en: 'Your confirmation arrived and was refused.',
    fr: 'Votre confirmation est arrivée : refusée.',
    ar: 'وصل تأكيدك فرُفض.',
  },
  paidElsewhere: {
    en: 'The reference was paid elsewhere.',
    fr: 'La référence a été payée ailleurs.',
    ar: 'دُفع المرجع عند غيرك.',
  },
  paidByYou: {
    en: 'You confirmed this reference yourself at {at}, on another device or for another payer. If it is the same cash, tell your supervisor: the operator ends the case with that payment.',
    fr: 'Vous avez vous-même confirmé cette référence à {at}, sur un autre appareil ou pour un autre payeur. Si c’est le même argent, dites-le à votre superviseur : l’opérateur règle le dossier par ce paiement.',
    ar: 'أكّدت هذا المرجع بنفسك على الساعة {at}، من جهاز آخر أو لدافع آخر. إن كانت النقود نفسها فأخبر مشرفك: ينهي المشغّل الملف بتلك الدفعة.',
  },
  lockedElsewhere: {
    en: 'The reference is being paid elsewhere.',
    fr: 'La référence est en cours de paiement ailleurs.',
    ar: 'المرجع قيد الدفع عند غيرك.',
  },
  amountChanged: {
    en: 'The partner now asks for another amount.',
    fr: 'Le partenaire demande maintenant un autre montant.',
    ar: 'صار الشريك يطلب مبلغًا آخر.',
  },
  notFound: {
    en: 'The partner does not know the reference any more.',
    fr: 'Le partenaire ne connaît plus la référence.',
    ar: 'لم يعد الشريك يعرف هذا المرجع.',
  },
  caseOpened: {
    en: 'Case {id} is open. The cash stays counted in your name until it is decided.',
    fr: 'Le dossier {id} est ouvert. L’argent reste compté à votre nom jusqu’à la décision.',
    ar: 'فُتح الملف {id}. تبقى النقود محسوبة باسمك حتى يُبتّ فيه.',
  },
  noCase: {
    en: 'No case could be opened. Call your supervisor before you count.',
    fr: 'Aucun dossier n’a pu être ouvert. Appelez votre superviseur avant de compter.',
    ar: 'تعذّر فتح ملف. اتصل بمشرفك قبل العدّ.',
  },
  caseDone: {
    en: 'The case is decided: {outcome}.',
    fr: 'Le dossier est réglé : {outcome}.',
    ar: 'بُتّ في الملف: {outcome}.',
  },
  wasConfirmed: {
    en: 'the money was booked on another payment',
    fr: 'l’argent est inscrit sur un autre paiement',
    ar: 'سُجّل المبلغ على دفعة أخرى',
  },
  wasGivenBack: {
    en: 'the money goes back to the payer',
    fr: 'l’argent est rendu au payeur',
    ar: 'يُعاد المبلغ إلى الدافع',
  },
  tell: { en: 'Tell the payer', fr: 'Dites au payeur', ar: 'قل للدافع' },
  tellPaid: {
    en: '“Your bill was already paid elsewhere. I have noted your money in your name, and you will be called to take it back. Keep the provisional receipt.”',
    fr: '« Votre facture était déjà payée ailleurs. Votre argent est noté, on vous appellera pour vous le rendre. Gardez le reçu provisoire. »',
    ar: '«فاتورتك كانت مدفوعة من قبل. سجّلت مبلغك، وسنتصل بك لإرجاعه. احتفظ بالوصل المؤقت.»',
  },
  tellByYou: {
    en: '“Your bill is paid. If you have paid it twice, your money is noted in my name, and you will be called to take it back. Keep the provisional receipt.”',
    fr: '« Votre facture est payée. Si vous l’avez payée deux fois, votre argent est noté, on vous appellera pour vous le rendre. Gardez le reçu provisoire. »',
    ar: '«فاتورتك مدفوعة. وإن دفعتها مرتين فقد سجّلت مبلغك، وسنتصل بك لإرجاعه. احتفظ بالوصل المؤقت.»',
  },
  tellOther: {
    en: '“Your payment is not accepted yet. I have noted your money, and you will be called today. Keep the provisional receipt.”',
    fr: '« Votre paiement n’est pas encore accepté. Votre argent est noté, on vous appellera aujourd’hui. Gardez le reçu provisoire. »',
    ar: '«لم يُقبل دفعك بعد. سجّلت مبلغك، وسنتصل بك اليوم. احتفظ بالوصل المؤقت.»',
  },
  gaveBack: { en: 'I gave it back', fr: 'Je l’ai rendu', ar: 'أعدتها إليه' },
  callSupervisor: {
    en: 'Call the supervisor',
    fr: 'Appeler le superviseur',
    ar: 'نادِ المشرف',
  },
  gaveBackNow: {
    en: 'Give it back only here and now, and take the provisional receipt back. Then show this screen to your supervisor, who confirms it under Team: case {id}. Until then it counts in your name.',
    fr: 'Ne le rendez qu’ici et maintenant, et reprenez le reçu provisoire. Montrez ensuite cet écran à votre superviseur, qui le confirme sous Équipe : dossier {id}. D’ici là il compte à votre nom.',
    ar: 'لا تُعدها إلا هنا والآن، واسترجع الوصل المؤقت. ثم أرِ هذه الشاشة لمشرفك ليؤكّد ذلك في «الفريق»: الملف {id}. وحتى ذلك الحين تُحسب باسمك.',
  },
  callSupervisorNow: {
    en: 'Your supervisor sees case {id} under Team, with your name and the amount. Call now, and let the payer wait beside you. Keep this cash apart.',
    fr: 'Votre superviseur voit le dossier {id} sous Équipe, avec votre nom et le montant. Appelez-le maintenant, et faites patienter le payeur. Gardez cet argent à part.',
    ar: 'يرى مشرفك الملف {id} في «الفريق» مع اسمك والمبلغ. نادِه الآن ودع الدافع ينتظر بجانبك. اعزل هذه النقود.',
  },
  understood: { en: 'I have read this', fr: 'J’ai lu', ar: 'قرأت هذا' },
  slip: {
    en: 'Print the provisional receipt',
    fr: 'Imprimer le reçu provisoire',
    ar: 'طباعة الوصل المؤقت',
  },
} as const satisfies Texts
