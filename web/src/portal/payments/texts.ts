import type { Texts } from '../../texts/texts.ts'

export const PAYMENTS = {
  xlsx: { en: 'Export for Excel', fr: 'Exporter pour Excel', ar: 'تصدير إلى Excel' },
  json: { en: 'Export JSON', fr: 'Exporter en JSON', ar: 'تصدير JSON' },
  title: { en: 'Payments', fr: 'Paiements', ar: 'المدفوعات' },
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  begins: { en: 'begins with', fr: 'commence par', ar: 'يبدأ بـ' },
  state: { en: 'State', fr: 'État', ar: 'الحالة' },
  any: { en: 'All', fr: 'Tous', ar: 'الكل' },
  from: { en: 'From', fr: 'Du', ar: 'من' },
  to: { en: 'To', fr: 'Au', ar: 'إلى' },
  time: { en: 'Time', fr: 'Heure', ar: 'الساعة' },
  amount: { en: 'Amount, DA', fr: 'Montant, DA', ar: 'المبلغ، د.ج' },
  where: { en: 'Where', fr: 'Où', ar: 'أين' },
  told: { en: 'Your server', fr: 'Votre serveur', ar: 'خادمكم' },
  empty: {
    en: 'No payment yet. The first appears here as soon as a customer names a reference of yours at a counter.',
    fr: 'Aucun paiement pour l’instant. Le premier s’affichera dès qu’un client donnera une de vos références au guichet.',
    ar: 'لا مدفوعات بعد. تظهر الأولى هنا حالما يذكر زبون أحد مراجعكم عند الشباك.',
  },
  noneFound: {
    en: 'No payment matches these filters.',
    fr: 'Aucun paiement ne correspond à ces filtres.',
    ar: 'لا دفعة تطابق عوامل التصفية هذه.',
  },
} as const satisfies Texts

export const PAYMENT = {
  saysPaid: {
    en: 'Paid on {when}, at {where}.',
    fr: 'Payé le {when}, à {where}.',
    ar: 'دُفع يوم {when} لدى {where}.',
  },
  saysLocked: {
    en: 'A customer is at the counter: {where} holds this reference until {until}.',
    fr: 'Un client est au guichet : {where} retient cette référence jusqu’à {until}.',
    ar: 'الزبون عند الشباك: يحجز {where} هذا المرجع حتى {until}.',
  },
  saysOpenCase: {
    en: 'Not decided yet: {where} released this reference on {when}, but reported that it had taken cash for it. The operator decides whether the payer gets the money back or the payment counts. Ask before the same customer pays again.',
    fr: 'Non réglé : {where} a libéré cette référence le {when}, mais a déclaré avoir pris de l’argent pour elle. L’opérateur décide si le payeur est remboursé ou si le paiement compte. Renseignez-vous avant que le même client paie de nouveau.',
    ar: 'لم يُحسم: حرّر {where} هذا المرجع يوم {when}، لكنه صرّح باستلام نقود له. يقرّر المشغّل هل يُعاد المال إلى الدافع أم تُحتسب الدفعة. استفسر قبل أن يدفع الزبون نفسه من جديد.',
  },
  saysReleased: {
    en: 'Not paid: {where} released this reference on {when}. It can be paid again.',
    fr: 'Non payé : {where} a libéré cette référence le {when}. Elle peut être payée de nouveau.',
    ar: 'لم يُدفع: حرّر {where} هذا المرجع يوم {when}، ويمكن دفعه من جديد.',
  },
  saysRefunded: {
    en: 'Paid on {when}, at {where}, and refunded whole.',
    fr: 'Payé le {when}, à {where}, puis remboursé en entier.',
    ar: 'دُفع يوم {when} لدى {where}، ثم رُدّ كاملًا.',
  },
  partly: {
    en: '{amount} of it was given back to the payer.',
    fr: '{amount} ont été rendus au payeur.',
    ar: 'رُدّ منه {amount} إلى الدافع.',
  },
  told: {
    en: 'Your server was told.',
    fr: 'Votre serveur en est prévenu.',
    ar: 'أُبلغ خادمكم بذلك.',
  },
  notTold: {
    en: 'Your server was not told yet; the next attempt comes by itself.',
    fr: 'Votre serveur n’en est pas encore prévenu ; le prochain essai partira seul.',
    ar: 'لم يُبلَّغ خادمكم بعد، وستتم المحاولة التالية تلقائيًّا.',
  },
  failedToTell: {
    en: 'Your server was not told, and the attempts have ended. Send the webhook again.',
    fr: 'Votre serveur n’en est pas prévenu et les essais sont terminés. Renvoyez le webhook.',
    ar: 'لم يُبلَّغ خادمكم وانتهت المحاولات. أعيدوا إرسال الإشعار.',
  },
  receipt: { en: 'Receipt', fr: 'Reçu', ar: 'الوصل' },
  seeReceipt: { en: 'See the receipt', fr: 'Voir le reçu', ar: 'عرض الوصل' },
  resend: { en: 'Send the webhook again', fr: 'Renvoyer le webhook', ar: 'إعادة إرسال الإشعار' },
  resent: {
    en: 'It is being sent; the answer appears below.',
    fr: 'Envoi en cours ; la réponse s’affichera ci-dessous.',
    ar: 'يجري الإرسال، وسيظهر الرد أدناه.',
  },
  story: { en: 'What happened', fr: 'Ce qui s’est passé', ar: 'ما الذي حدث' },
  inDinars: { en: 'DA', fr: 'DA', ar: 'د.ج' },
  money: { en: 'Money', fr: 'Argent', ar: 'المال' },
  paid: { en: 'Paid by the customer', fr: 'Payé par le client', ar: 'ما دفعه الزبون' },
  refunded: { en: 'Given back', fr: 'Rendu', ar: 'ما رُدّ' },
  left: { en: 'Remains paid', fr: 'Reste payé', ar: 'المتبقي' },
  statement: { en: 'Statement', fr: 'Relevé', ar: 'الكشف' },
  noStatement: {
    en: 'In the next statement',
    fr: 'Au prochain relevé',
    ar: 'في الكشف القادم',
  },
  id: { en: 'Payment id', fr: 'Identifiant', ar: 'رقم الدفعة' },
  where: { en: 'Where', fr: 'Où', ar: 'أين' },
  asked: { en: 'What was asked for', fr: 'Ce qui était demandé', ar: 'تفصيل المبلغ' },
  opened: {
    en: '{where} asked your server for this reference; it answered {amount}. The reference is reserved.',
    fr: '{where} a demandé cette référence à votre serveur, qui a répondu {amount}. Elle est réservée.',
    ar: 'سأل {where} خادمكم عن هذا المرجع فأجاب: {amount}. حُجز المرجع.',
  },
  openedByCode: {
    en: 'A customer scanned your QR code at {where}, for {amount}.',
    fr: 'Un client a scanné votre code QR à {where}, pour {amount}.',
    ar: 'مسح زبون رمز QR الخاص بكم لدى {where}، بمبلغ {amount}.',
  },
  confirmed: {
    en: '{where} received {amount}.',
    fr: '{where} a reçu {amount}.',
    ar: 'قبض {where} {amount}.',
  },
  cancelled: {
    en: 'The payment was given up at {where}.',
    fr: 'Le paiement a été abandonné à {where}.',
    ar: 'أُلغي الدفع لدى {where}.',
  },
  failed: {
    en: '{where} could not take the payment.',
    fr: '{where} n’a pas pu encaisser le paiement.',
    ar: 'تعذّر على {where} قبض الدفعة.',
  },
  expired: {
    en: 'Nobody paid in time; the reference is free again.',
    fr: 'Personne n’a payé à temps ; la référence est de nouveau libre.',
    ar: 'لم يُدفع في الوقت المحدد، فتحرّر المرجع.',
  },
  refundMade: {
    en: '{amount} will be given back to the payer.',
    fr: '{amount} sont à rendre au payeur.',
    ar: 'تقرّر ردّ {amount} إلى الدافع.',
  },
  refundPaid: {
    en: '{amount} were given back to the payer.',
    fr: '{amount} ont été rendus au payeur.',
    ar: 'رُدّ {amount} إلى الدافع.',
  },
  refundOther: {
    en: 'The refund of {amount} did not happen.',
    fr: 'Le remboursement de {amount} n’a pas eu lieu.',
    ar: 'لم يتم ردّ {amount}.',
  },
  refundRequested: {
    en: 'A refund of {amount} was requested.',
    fr: 'Un remboursement de {amount} a été demandé.',
    ar: 'طُلب ردّ {amount}.',
  },
  reason: { en: 'Reason: {reason}', fr: 'Motif : {reason}', ar: 'السبب: {reason}' },
  attemptDone: {
    en: 'Your server acknowledged {event}.',
    fr: 'Votre serveur a accusé réception de {event}.',
    ar: 'أكّد خادمكم استلام {event}.',
  },
  attemptFailed: {
    en: 'Your server could not be told of {event}: {why}.',
    fr: 'Votre serveur n’a pas pu être prévenu de {event} : {why}.',
    ar: 'تعذّر إبلاغ خادمكم بـ {event}: {why}.',
  },
  attempt: { en: 'Attempt {number}', fr: 'Essai {number}', ar: 'المحاولة {number}' },
  details: { en: 'See the webhook', fr: 'Voir le webhook', ar: 'عرض الإشعار' },
} as const satisfies Texts
