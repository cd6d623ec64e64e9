import type { Texts } from '../../texts/texts.ts'

/** What happened to a payment, each fact one sentence in the past tense. */
export const STORY = {
  answered: {
    en: '{partner} answered: <b>{amount}</b>.',
    fr: '{partner} a répondu : <b>{amount}</b>.',
    ar: 'أجاب {partner}: <b>{amount}</b>.',
  },
  exchange: { en: 'Request and answer', fr: 'Demande et réponse', ar: 'الطلب والجواب' },
  request: { en: 'Request', fr: 'Demande', ar: 'الطلب' },
  answer: { en: 'Answer {status}', fr: 'Réponse {status}', ar: 'الجواب {status}' },
  took: { en: '{ms} ms', fr: '{ms} ms', ar: '{ms} م.ث' },
  open: {
    en: '{who} entered the reference {reference}.',
    fr: '{who} a saisi la référence {reference}.',
    ar: 'أدخل {who} المرجع {reference}.',
  },
  openQr: {
    en: '{who} scanned the QR code of {partner}.',
    fr: '{who} a scanné le code QR de {partner}.',
    ar: 'مسح {who} رمز QR الخاص بـ{partner}.',
  },
  until: {
    en: 'The reference was reserved for this payment until {time}.',
    fr: 'La référence a été réservée à ce paiement jusqu’à {time}.',
    ar: 'حُجز المرجع لهذه الدفعة حتى {time}.',
  },
  reserved: {
    en: 'The reference was reserved for this payment.',
    fr: 'La référence a été réservée à ce paiement.',
    ar: 'حُجز المرجع لهذه الدفعة.',
  },
  confirm: {
    en: '<b>{who} confirmed having received {amount}</b> and gave the receipt {receipt}.',
    fr: '<b>{who} a confirmé avoir reçu {amount}</b> et remis le reçu {receipt}.',
    ar: '<b>أكّد {who} استلام {amount}</b> وسلّم الوصل {receipt}.',
  },
  cancel: {
    en: '{who} cancelled the payment: the reference is free again.',
    fr: '{who} a annulé le paiement : la référence est de nouveau libre.',
    ar: 'ألغى {who} الدفعة: أصبح المرجع حرًّا من جديد.',
  },
  fail: {
    en: '{who} declared the payment failed: the reference is free again.',
    fr: '{who} a déclaré l’échec du paiement : la référence est de nouveau libre.',
    ar: 'أعلن {who} فشل الدفعة: أصبح المرجع حرًّا من جديد.',
  },
  expire: {
    en: 'The reservation expired without a payment: the reference is free again.',
    fr: 'La réservation a expiré sans paiement : la référence est de nouveau libre.',
    ar: 'انتهت مدة الحجز دون دفع: أصبح المرجع حرًّا من جديد.',
  },
  refused: {
    en: '{channel} was refused: {cause, select, confirm {to confirm the payment} cancel {to cancel the payment} fail {to declare it failed} other {a change}}.',
    fr: '{channel} s’est vu refuser {cause, select, confirm {la confirmation du paiement} cancel {l’annulation du paiement} fail {la déclaration d’échec} other {un changement}}.',
    ar: 'رُفض طلب {channel}: {cause, select, confirm {تأكيد الدفع} cancel {إلغاء الدفعة} fail {إعلان الفشل} other {تغيير}}.',
  },
  refundRequest: {
    en: '<b>{by}</b> asked to refund {amount}. Another person must approve.',
    fr: '<b>{by}</b> a demandé le remboursement de {amount}. Une autre personne doit l’approuver.',
    ar: 'طلب <b>{by}</b> ردّ {amount}. يجب أن يوافق شخص آخر.',
  },
  refundMake: {
    en: '<b>{by}</b> refunded {amount}.',
    fr: '<b>{by}</b> a remboursé {amount}.',
    ar: 'ردّ <b>{by}</b> مبلغ {amount}.',
  },
  refundApprove: {
    en: '<b>{by}</b> approved the refund of {amount}.',
    fr: '<b>{by}</b> a approuvé le remboursement de {amount}.',
    ar: 'وافق <b>{by}</b> على ردّ {amount}.',
  },
  refundDecline: {
    en: '<b>{by}</b> declined the refund of {amount}.',
    fr: '<b>{by}</b> a refusé le remboursement de {amount}.',
    ar: 'رفض <b>{by}</b> ردّ {amount}.',
  },
  refundRedeem: {
    en: 'The payer received {amount} back at a till.',
    fr: '{amount} ont été rendus au payeur à un guichet.',
    ar: 'استرجع الدافع {amount} في أحد الشبابيك.',
  },
  refundPay: {
    en: 'The bank paid {amount} back to the payer.',
    fr: 'La banque a versé {amount} au payeur.',
    ar: 'حوّل البنك {amount} إلى الدافع.',
  },
  refundExpire: {
    en: 'Nobody came for the {amount} in time: they belong to the partner again.',
    fr: 'Personne n’est venu chercher les {amount} à temps : ils reviennent au partenaire.',
    ar: 'لم يأتِ أحد لاستلام {amount} في الأجل: عادت إلى الشريك.',
  },
  refundReturn: {
    en: 'The bank sent the {amount} back: the payer can have them again.',
    fr: 'La banque a retourné les {amount} : le payeur peut de nouveau les recevoir.',
    ar: 'أعاد البنك {amount}: يمكن للدافع استلامها من جديد.',
  },
  reason: { en: 'Reason: “{reason}”.', fr: 'Motif : « {reason} ».', ar: 'السبب: «{reason}».' },
  waiting: {
    en: '{partner} will be told; nothing was sent yet.',
    fr: '{partner} va être prévenu ; rien n’est encore parti.',
    ar: 'سيُبلَّغ {partner}؛ لم يُرسل شيء بعد.',
  },
  'payment.initialized': {
    en: '{partner} was told that the payment begins, and acknowledged it.',
    fr: '{partner} a été prévenu que le paiement commence, et en a accusé réception.',
    ar: 'أُبلغ {partner} ببدء الدفع، وأكّد الاستلام.',
  },
  'payment.success': {
    en: '<b>{partner} knows that it is paid.</b>',
    fr: '<b>{partner} sait que c’est payé.</b>',
    ar: '<b>{partner} على علم بأن المبلغ مدفوع.</b>',
  },
  'payment.fail': {
    en: '{partner} knows that the reference is free again.',
    fr: '{partner} sait que la référence est de nouveau libre.',
    ar: '{partner} على علم بأن المرجع أصبح حرًّا.',
  },
  'payment.refunded': {
    en: '{partner} knows of the refund.',
    fr: '{partner} est au courant du remboursement.',
    ar: '{partner} على علم بردّ المبلغ.',
  },
  running: {
    en: '{partner} is being told now.',
    fr: '{partner} est en train d’être prévenu.',
    ar: 'يجري الآن إبلاغ {partner}.',
  },
  missed: {
    en: '{partner} could not be told of {event, select, success {the payment} initialized {the beginning} fail {the end without payment} other {the refund}}: {problem}.',
    fr: '{partner} n’a pas pu être prévenu {event, select, success {du paiement} initialized {du début} fail {de la fin sans paiement} other {du remboursement}} : {problem}.',
    ar: 'تعذّر إبلاغ {partner} {event, select, success {بالدفع} initialized {ببدء الدفع} fail {بانتهاء العملية دون دفع} other {بردّ المبلغ}}: {problem}.',
  },
  attempt: { en: 'Attempt {attempt}.', fr: 'Essai n° {attempt}.', ar: 'المحاولة رقم {attempt}.' },
  http_status: {
    en: 'its server answered {status}',
    fr: 'son serveur a répondu {status}',
    ar: 'أجاب خادمه بـ{status}',
  },
  not_acknowledged: {
    en: 'it answered {status} without acknowledging',
    fr: 'il a répondu {status} sans accuser réception',
    ar: 'أجاب بـ{status} دون تأكيد الاستلام',
  },
  timeout: {
    en: 'no answer came in time',
    fr: 'aucune réponse à temps',
    ar: 'لم يصل جواب في الوقت',
  },
  connection: {
    en: 'its server could not be reached',
    fr: 'son serveur était injoignable',
    ar: 'تعذّر الوصول إلى خادمه',
  },
  not_sent: {
    en: 'nothing was sent',
    fr: 'rien n’a été envoyé',
    ar: 'لم يُرسل شيء',
  },
  unusable: {
    en: 'its answer could not be used ({outcome})',
    fr: 'sa réponse était inutilisable ({outcome})',
    ar: 'جوابه غير صالح ({outcome})',
  },
} as const satisfies Texts
