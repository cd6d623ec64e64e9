/** The texts of the payer's page in each language. */
import type { Language } from '@wasl/protocol'

export type PayerTexts = {
  /** The language's own name, for readers who look for it. */
  languageName: string
  languages: string
  /** Comes before the partner's name. */
  youPay: string
  titleOf: (name: string) => string
  amount: string
  chooseAmount: string
  openAmount: string
  openAmountHint: string
  currency: string
  currencyName: string
  validUntil: string
  singleUse: string
  expired: string
  used: string
  checkCode: string
  checkCodeHint: string
  howToPay: string
  inAnApp: string
  inAnAppHint: string
  inPerson: string
  inPersonHint: string
  codeToRead: string
  imageOfCode: string
  afterwards: string
  notPayable: Record<'disabled' | 'usedUp' | 'inUse' | 'inactive', Notice>
  freeAgain: string
  welcome: Notice
  unknown: Notice
  nowhere: Notice
  tooMany: Notice
  unavailable: Notice
  neverAsked: string
}

export type Notice = { title: string; text: string }

export const PAYER_TEXTS: Record<Language, PayerTexts> = {
  ar: {
    languageName: 'العربية',
    languages: 'اللغة',
    youPay: 'أنت تدفع إلى',
    titleOf: (name) => `الدفع إلى ${name}`,
    amount: 'المبلغ',
    chooseAmount: 'أحد هذه المبالغ: اذكر أيّها عند الدفع',
    openAmount: 'أنت من يحدّد المبلغ',
    openAmountHint: 'اتفق على المبلغ مع التاجر، ثم اذكره عند الدفع.',
    currency: 'د.ج',
    currencyName: 'دينار جزائري',
    validUntil: 'صالح إلى غاية',
    singleUse: 'لا تُقبل سوى دفعة واحدة.',
    expired: 'انتهت صلاحية المبلغ الذي كان يطلبه هذا الرمز. اسأل التاجر عن المبلغ قبل أن تدفع.',
    used: 'المبلغ الذي كان يطلبه هذا الرمز دُفع بالفعل. اسأل التاجر قبل أن تدفع من جديد.',
    checkCode: 'رمز التحقق',
    checkCodeHint: 'يجب أن يكون هو نفسه المطبوع على الملصق. إن اختلف فلا تدفع وأخبر التاجر.',
    howToPay: 'كيف تدفع',
    inAnApp: 'بتطبيق على هاتفك',
    inAnAppHint: 'يفتح التطبيق ويعرض عليك المبلغ قبل أن تؤكّد.',
    inPerson: 'في وكالة أو لدى عامل التوصيل',
    inPersonHint: 'أرِه هذه الصفحة ليمسح الرمز، أو اقرأ له الحروف والأرقام. ادفع له وخذ وصلًا.',
    codeToRead: 'الرمز الذي تقرؤه',
    imageOfCode: 'صورة رمز QR لمن يستلم المبلغ',
    afterwards: 'بعد الدفع يُبلَّغ التاجر في الحال.',
    notPayable: {
      disabled: {
        title: 'هذا الرمز لم يعد مستعملًا',
        text: 'أُوقف هذا الرمز. لا تدفع به واطلب من التاجر رمزًا آخر.',
      },
      usedUp: {
        title: 'دُفع هذا المبلغ',
        text: 'هذا الرمز مخصّص لدفعة واحدة وقد تمّت. لم يبق ما تدفعه به.',
      },
      inUse: {
        title: 'هناك من يدفع بهذا الرمز الآن',
        text: 'لا تُقبل سوى دفعة واحدة، وهناك دفعة جارية. إن كانت دفعتك فأكملها حيث بدأتها، وإلا فانتظر.',
      },
      inactive: {
        title: 'لا يمكن الدفع حاليًا',
        text: 'هذا التاجر لا يستقبل المدفوعات في الوقت الحالي. لا تدفع واستفسر منه.',
      },
    },
    freeAgain: 'يتحرّر الرمز في أجل أقصاه',
    welcome: {
      title: 'امسح رمز التاجر',
      text: 'للدفع، وجّه كاميرا هاتفك نحو الرمز المعروض عند التاجر. تظهر لك صفحة باسمه وبالمبلغ.',
    },
    nowhere: {
      title: 'هذه الصفحة غير موجودة',
      text: 'ربما نُقل العنوان ناقصًا. ابدأ من أحد المداخل أدناه.',
    },
    unknown: {
      title: 'هذا الرمز غير معروف',
      text: 'لا يوجد رمز كهذا لدينا. ربما أُلصق فوق الرمز الأصلي رمز آخر: لا تدفع وأخبر التاجر.',
    },
    tooMany: {
      title: 'طلبات كثيرة',
      text: 'وردت من شبكتك طلبات كثيرة لرموز غير معروفة. انتظر دقيقة ثم أعد المحاولة.',
    },
    unavailable: {
      title: 'الخدمة غير متاحة الآن',
      text: 'الخلل من جهتنا. لا تدفع الآن، وأعد المحاولة بعد قليل.',
    },
    neverAsked: 'لا تطلب منك هذه الصفحة أبدًا كلمة سر أو رقم بطاقة.',
  },
  fr: {
    languageName: 'Français',
    languages: 'Langue',
    youPay: 'Vous payez',
    titleOf: (name) => `Payer ${name}`,
    amount: 'Montant',
    chooseAmount: 'L’un de ces montants : dites lequel en payant',
    openAmount: 'C’est vous qui fixez le montant',
    openAmountHint: 'Convenez-en avec le commerçant, puis indiquez-le au moment de payer.',
    currency: 'DA',
    currencyName: 'dinars algériens',
    validUntil: 'Valable jusqu’au',
    singleUse: 'Un seul paiement sera accepté.',
    expired:
      'Le montant que demandait ce code n’est plus valable. Demandez le montant au commerçant avant de payer.',
    used: 'Le montant que demandait ce code a déjà été payé. Demandez au commerçant avant de payer à nouveau.',
    checkCode: 'Code de contrôle',
    checkCodeHint:
      'Il doit être le même que sur l’affichette. S’il est différent, ne payez pas et prévenez le commerçant.',
    howToPay: 'Comment payer',
    inAnApp: 'Avec une application',
    inAnAppHint: 'L’application s’ouvre et vous montre le montant avant que vous ne confirmiez.',
    inPerson: 'En agence ou au livreur',
    inPersonHint:
      'Montrez cette page pour que l’on scanne le code, ou dictez-en les caractères. Payez, et gardez votre reçu.',
    codeToRead: 'Le code à dicter',
    imageOfCode: 'Code QR à faire scanner par la personne qui encaisse',
    afterwards: 'Le commerçant est prévenu aussitôt du paiement.',
    notPayable: {
      disabled: {
        title: 'Ce code n’est plus en service',
        text: 'Il a été désactivé. Ne payez rien avec ce code\u00a0; demandez-en un autre au commerçant.',
      },
      usedUp: {
        title: 'Ce montant est payé',
        text: 'Ce code était prévu pour un seul paiement, déjà effectué. Il ne reste rien à payer.',
      },
      inUse: {
        title: 'Un paiement est en cours avec ce code',
        text: 'Un seul paiement est accepté, et il y en a un en cours. Si c’est le vôtre, terminez-le là où vous l’avez commencé\u00a0; sinon, patientez.',
      },
      inactive: {
        title: 'Paiement impossible pour le moment',
        text: 'Ce commerçant ne reçoit pas de paiements actuellement. Ne payez pas et renseignez-vous auprès de lui.',
      },
    },
    freeAgain: 'Le code sera libre au plus tard le',
    welcome: {
      title: 'Scannez le code du commerçant',
      text: 'Pour payer, dirigez l’appareil photo de votre téléphone vers le code affiché chez le commerçant\u00a0: une page s’ouvre, avec son nom et le montant.',
    },
    nowhere: {
      title: 'Cette page n’existe pas',
      text: 'L’adresse est peut-être incomplète. Repartez de l’une des entrées ci-dessous.',
    },
    unknown: {
      title: 'Ce code est inconnu',
      text: 'Nous n’avons pas de code comme celui-ci. Un autre a peut-être été collé par-dessus le vrai\u00a0: ne payez pas et prévenez le commerçant.',
    },
    tooMany: {
      title: 'Trop de demandes',
      text: 'Votre réseau a demandé trop de codes inconnus. Patientez une minute, puis réessayez.',
    },
    unavailable: {
      title: 'Service momentanément indisponible',
      text: 'La panne vient de nous. Ne payez pas maintenant\u00a0; réessayez dans un instant.',
    },
    neverAsked: 'Cette page ne vous demande jamais de mot de passe ni de numéro de carte.',
  },
  en: {
    languageName: 'English',
    languages: 'Language',
    youPay: 'You are paying',
    titleOf: (name) => `Pay ${name}`,
    amount: 'Amount',
    chooseAmount: 'One of these amounts: say which when you pay',
    openAmount: 'You name the amount',
    openAmountHint: 'Agree on it with the shop, then say it when you pay.',
    currency: 'DA',
    currencyName: 'Algerian dinars',
    validUntil: 'Valid until',
    singleUse: 'Only one payment will be accepted.',
    expired:
      'The amount that this code asked for is no longer valid. Ask the shop for the amount before you pay.',
    used: 'The amount that this code asked for has been paid. Ask the shop before you pay again.',
    checkCode: 'Check code',
    checkCodeHint:
      'It must be the same as on the poster. If it differs, do not pay, and tell the shop.',
    howToPay: 'How to pay',
    inAnApp: 'With an app',
    inAnAppHint: 'The app opens and shows you the amount before you confirm.',
    inPerson: 'At an agency or to a courier',
    inPersonHint:
      'Show this page so that the code can be scanned, or read its characters out. Pay, and keep your receipt.',
    codeToRead: 'The code to read out',
    imageOfCode: 'QR code for the person who takes the money',
    afterwards: 'The shop is told about your payment at once.',
    notPayable: {
      disabled: {
        title: 'This code is no longer in use',
        text: 'It has been switched off. Pay nothing with it; ask the shop for another one.',
      },
      usedUp: {
        title: 'This amount has been paid',
        text: 'This code was made for a single payment, which has been made. Nothing is left to pay.',
      },
      inUse: {
        title: 'Somebody is paying with this code',
        text: 'Only one payment is accepted, and one is under way. If it is yours, finish it where you began; otherwise wait.',
      },
      inactive: {
        title: 'No payments at the moment',
        text: 'This shop does not take payments right now. Do not pay, and ask the shop.',
      },
    },
    freeAgain: 'The code is free again by',
    welcome: {
      title: 'Scan the shop’s code',
      text:
        'To pay, point your phone’s camera at the code in the shop: a page opens with its name ' +
        'and the amount.',
    },
    nowhere: {
      title: 'This page does not exist',
      text: 'The address may be incomplete. Start from one of the pages below.',
    },
    unknown: {
      title: 'This code is not known',
      text: 'We have no code like this one. Another may have been stuck over the real one: do not pay, and tell the shop.',
    },
    tooMany: {
      title: 'Too many requests',
      text: 'Your network has asked for too many unknown codes. Wait a minute, then try again.',
    },
    unavailable: {
      title: 'Not available right now',
      text: 'The fault is ours. Do not pay now; try again in a moment.',
    },
    neverAsked: 'This page never asks for a password or a card number.',
  },
}
