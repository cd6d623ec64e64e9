import type { Texts } from '../base/texts.ts'

export const REFUND = {
  title: {
    en: 'The payer’s refund code',
    fr: 'Le code de remboursement du payeur',
    ar: 'رمز الاسترداد الذي عند الدافع',
  },
  hint: {
    en: 'It looks like {code}. Scan it, or type it as the payer reads it.',
    fr: 'Il ressemble à {code}. Scannez-le ou tapez-le comme le payeur le lit.',
    ar: 'شكله {code}. امسحه، أو اكتبه كما يقرؤه الدافع.',
  },
  mistyped: {
    en: 'A character of this code is wrong. Read it again with the payer.',
    fr: 'Un caractère de ce code est faux. Relisez-le avec le payeur.',
    ar: 'في هذا الرمز حرف خاطئ. أعد قراءته مع الدافع.',
  },
  camera: { en: 'Camera', fr: 'Caméra', ar: 'الكاميرا' },
  type: { en: 'Type the code', fr: 'Taper le code', ar: 'كتابة الرمز' },
  next: { en: 'Continue', fr: 'Continuer', ar: 'متابعة' },
  check: {
    en: 'Is this the payer’s code?',
    fr: 'Est-ce bien le code du payeur ?',
    ar: 'هل هذا رمز الدافع؟',
  },
  once: {
    en: 'The code works once. The next screen says how much to give, and the refund counts as paid then.',
    fr: 'Le code sert une seule fois. L’écran suivant dit combien verser, et le remboursement compte alors comme versé.',
    ar: 'يُستعمل الرمز مرة واحدة. تقول الشاشة التالية كم تدفع، ويُعدّ المبلغ عندها مدفوعًا.',
  },
  pay: { en: 'Pay this refund', fr: 'Verser ce remboursement', ar: 'ادفع هذا الاسترداد' },
  other: { en: 'Another code', fr: 'Autre code', ar: 'رمز آخر' },
  asking: {
    en: 'Give nothing yet. No answer came, so the refund may be paid or not.',
    fr: 'Ne versez rien encore. Aucune réponse n’est venue : le remboursement est peut-être versé, peut-être pas.',
    ar: 'لا تدفع شيئًا بعد. لم يصل جواب، فقد يكون الاسترداد مسجَّلًا أو لا.',
  },
  askAgain: {
    en: 'Ask again. It is safe: nothing is paid twice.',
    fr: 'Demandez de nouveau, sans risque : rien n’est versé deux fois.',
    ar: 'اسأل من جديد دون خوف: لا يُدفع شيء مرتين.',
  },
  again: { en: 'Ask again', fr: 'Demander de nouveau', ar: 'اسأل من جديد' },
  give: { en: 'Give the payer', fr: 'Versez au payeur', ar: 'أعطِ الدافع' },
  from: { en: 'refund of {name}', fr: 'remboursement de {name}', ar: 'استرداد من {name}' },
  gave: { en: 'I gave {amount}', fr: 'J’ai versé {amount}', ar: 'أعطيت {amount}' },
  paid: { en: 'Refund paid', fr: 'Remboursement versé', ar: 'دُفع الاسترداد' },
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  time: { en: 'Time', fr: 'Heure', ar: 'الساعة' },
  number: { en: 'Refund', fr: 'Remboursement', ar: 'رقم الاسترداد' },
  print: { en: 'Print', fr: 'Imprimer', ar: 'طباعة' },
  another: { en: 'Another refund', fr: 'Autre remboursement', ar: 'استرداد آخر' },
  nothing: { en: 'Give nothing', fr: 'Ne versez rien', ar: 'لا تدفع شيئًا' },
  unknown: {
    en: 'This code is not valid: it is wrong, a newer one replaced it, or five wrong attempts blocked it.',
    fr: 'Ce code n’est pas valable : il est faux, remplacé par un plus récent, ou bloqué après cinq essais.',
    ar: 'هذا الرمز غير صالح: إمّا خاطئ، أو حلّ محله رمز أحدث، أو حُجب بعد خمس محاولات خاطئة.',
  },
  tellUnknown: {
    en: '“I do not find a refund with this code. Please read it to me again. If it is right, ask for a new one where you got it.”',
    fr: '« Je ne trouve pas de remboursement avec ce code. Relisez-le-moi. S’il est exact, demandez-en un nouveau là où vous l’avez reçu. »',
    ar: '«لا أجد استردادًا بهذا الرمز. أعد قراءته لي من فضلك. إن كان صحيحًا فاطلب رمزًا جديدًا ممن أعطاك إيّاه.»',
  },
  wasPaid: {
    en: 'This refund was paid already.',
    fr: 'Ce remboursement a déjà été versé.',
    ar: 'دُفع هذا الاسترداد من قبل.',
  },
  tellPaid: {
    en: '“This refund was already paid out. Each code works once.”',
    fr: '« Ce remboursement a déjà été versé. Chaque code ne sert qu’une fois. »',
    ar: '«هذا الاسترداد دُفع من قبل. كل رمز يُستعمل مرة واحدة.»',
  },
  expired: {
    en: 'This refund has expired: nobody came for it in 180 days.',
    fr: 'Ce remboursement a expiré : personne ne l’a réclamé en 180 jours.',
    ar: 'انتهت صلاحية هذا الاسترداد: لم يطلبه أحد خلال 180 يومًا.',
  },
  tellExpired: {
    en: '“The time for this refund has passed. The money is with the seller again: please ask there.”',
    fr: '« Le délai de ce remboursement est passé. L’argent est revenu au vendeur : adressez-vous à lui. »',
    ar: '«فاتت مدة هذا الاسترداد وعاد المبلغ إلى البائع. راجعه من فضلك.»',
  },
  tooMany: {
    en: 'Too many wrong codes were typed. Wait {minutes} min, then read the code again with the payer.',
    fr: 'Trop de codes faux ont été saisis. Attendez {minutes} min, puis relisez le code avec le payeur.',
    ar: 'كُتبت رموز خاطئة كثيرة. انتظر {minutes} د، ثم أعد قراءة الرمز مع الدافع.',
  },
  notEnough: {
    en: 'Your till does not hold this much cash. The code stays valid.',
    fr: 'Votre caisse ne contient pas autant d’argent. Le code reste valable.',
    ar: 'لا تكفي النقود التي في صندوقك. يبقى الرمز صالحًا.',
  },
  tellNotEnough: {
    en: '“I do not have enough cash right now. Your code stays valid, here and at every other counter.”',
    fr: '« Je n’ai pas assez d’argent en caisse. Votre code reste valable, ici et à tout autre guichet. »',
    ar: '«لا أملك نقودًا كافية الآن. يبقى رمزك صالحًا هنا وفي أي شبّاك آخر.»',
  },
  tell: { en: 'Tell the payer', fr: 'Dites au payeur', ar: 'قل للدافع' },
} as const satisfies Texts
