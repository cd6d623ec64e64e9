import type { Texts } from '../base/texts.ts'

export const SCAN = {
  title: { en: 'Point at the code', fr: 'Visez le code', ar: 'وجّه الكاميرا نحو الرمز' },
  hint: {
    en: 'A bill, a parcel or a payer’s QR code',
    fr: 'Une facture, un colis ou le code QR du payeur',
    ar: 'فاتورة أو طرد أو رمز QR عند الدافع',
  },
  denied: {
    en: 'The camera is not allowed. Allow it in the settings of the browser, or type the reference.',
    fr: 'La caméra est refusée. Autorisez-la dans le navigateur, ou tapez la référence.',
    ar: 'الكاميرا غير مسموح بها. اسمح بها في إعدادات المتصفح، أو اكتب المرجع.',
  },
  none: {
    en: 'This device has no camera that can be used. Type the reference.',
    fr: 'Aucune caméra utilisable sur cet appareil. Tapez la référence.',
    ar: 'لا كاميرا صالحة في هذا الجهاز. اكتب المرجع.',
  },
  type: { en: 'Type the reference', fr: 'Taper la référence', ar: 'كتابة المرجع' },
  choose: { en: 'How much?', fr: 'Quel montant ?', ar: 'كم يدفع؟' },
  amount: { en: 'Amount in dinars', fr: 'Montant en dinars', ar: 'المبلغ بالدينار' },
  next: { en: 'Continue', fr: 'Continuer', ar: 'متابعة' },
  disabled: {
    en: 'This code is disabled. Take no money.',
    fr: 'Ce code est désactivé. N’encaissez rien.',
    ar: 'هذا الرمز معطّل. لا تقبض شيئًا.',
  },
  inUse: {
    en: 'Another payment with this code is under way.',
    fr: 'Un autre paiement avec ce code est en cours.',
    ar: 'دفعة أخرى بهذا الرمز جارية الآن.',
  },
  used: {
    en: 'This code was for one payment, and it was paid. What is paid now is paid a second time.',
    fr: 'Ce code servait à un seul paiement, et il a été payé. Ce qui est payé maintenant l’est une deuxième fois.',
    ar: 'هذا الرمز لدفعة واحدة وقد دُفعت. ما يُدفع الآن يُدفع مرة ثانية.',
  },
  payAgain: {
    en: 'The payer wants to pay again',
    fr: 'Le payeur veut payer encore',
    ar: 'يريد الدافع أن يدفع مجددًا',
  },
  own: {
    en: 'You opened a payment with this code yourself: go on with it.',
    fr: 'Vous avez vous-même ouvert un paiement avec ce code : reprenez-le.',
    ar: 'أنت من فتح دفعة بهذا الرمز: أكملها.',
  },
  goOn: { en: 'Go on with my payment', fr: 'Reprendre mon paiement', ar: 'أكمل دفعتي' },
  chooseFirst: {
    en: 'Choose or type the amount first.',
    fr: 'Choisissez ou tapez d’abord le montant.',
    ar: 'اختر المبلغ أو اكتبه أولًا.',
  },
  leave: { en: 'Another reference', fr: 'Autre référence', ar: 'مرجع آخر' },
} as const satisfies Texts
