import { LOCK_RELEASE_TIME, ownPayment, paidHere } from '../operations/examples/payments.ts'
import type { ErrorEntry } from './entry.ts'

/** The channel API (D9, D11, D21). The reader is at a counter, often with cash in hand. */
export const CHANNEL_API_ERRORS = {
  CHANNEL401_UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'The header x-api-key is missing, its key is unknown, or the session has ended. This request changed nothing. Take no money. Sign in again, or send a valid API key of this channel (it starts with wasl_chn_); the operator can issue a new one.',
      fr: 'L’en-tête x-api-key est absent, sa clé est inconnue, ou la session a pris fin : cette requête n’a rien modifié. N’encaissez rien ; reconnectez-vous, ou envoyez une clé d’API de ce canal en cours de validité (elle commence par wasl_chn_) ; l’opérateur peut en délivrer une nouvelle.',
      ar: 'الترويسة x-api-key غائبة، أو المفتاح الذي تحمله غير معروف، أو انتهت الجلسة، فلم يغيّر هذا الطلب شيئًا. لا تأخذ أي مبلغ؛ سجّل الدخول من جديد، أو أرسل مفتاح API ساري المفعول خاصًّا بهذه القناة (يبدأ بـ wasl_chn_)؛ ويمكن للمشغّل إصدار مفتاح جديد.',
    },
  },
  // W123: the payments that it has opened can still be confirmed.
  CHANNEL403_DISABLED: {
    status: 403,
    messages: {
      en: 'The operator has disabled this channel, so it can open no payment. Take no money. Confirm payments that are open and whose cash you have taken; ask the operator about the rest.',
      fr: 'L’opérateur a désactivé ce canal : il ne peut ouvrir aucun paiement. N’encaissez rien ; confirmez les paiements ouverts déjà encaissés, et adressez-vous à l’opérateur pour le reste.',
      ar: 'عطّل المشغّل هذه القناة فلا تستطيع فتح أي دفعة. لا تأخذ أي مبلغ؛ أكّد الدفعات المفتوحة التي قبضت مبلغها، واسأل المشغّل عن الباقي.',
    },
  },
  CHANNEL403_PARTNER_NOT_ALLOWED: {
    status: 403,
    messages: {
      en: 'This channel may not take payments for this partner. Take no money. Send the payer to the partner or to another channel, or ask the operator to allow it.',
      fr: 'Ce canal ne peut pas encaisser pour ce partenaire. N’encaissez rien ; orientez le payeur vers le partenaire ou un autre canal, ou demandez à l’opérateur de l’autoriser.',
      ar: 'لا يجوز لهذه القناة أن تقبض لصالح هذا الشريك. لا تأخذ أي مبلغ؛ وجّه الدافع إلى الشريك أو إلى قناة أخرى، أو اطلب من المشغّل السماح بذلك.',
    },
  },
  // W79: the limits of the channel.
  CHANNEL429_TOO_MANY_LOCKS: {
    status: 429,
    messages: {
      en: 'This channel has reached its limit of open unpaid payments. Take no money. Confirm the payments that were paid, cancel those that will not be paid, then open this one again. The first of them expires after the number of seconds in the header Retry-After.',
      fr: 'Ce canal a autant de paiements ouverts et non payés que permis. N’encaissez rien ; confirmez les paiements encaissés, annulez ceux qui ne le seront pas, puis ouvrez de nouveau celui-ci. Le premier expire après le nombre de secondes indiqué par l’en-tête Retry-After.',
      ar: 'لهذه القناة من الدفعات المفتوحة غير المدفوعة العدد الأقصى المسموح به. لا تأخذ أي مبلغ؛ أكّد الدفعات التي قُبضت، وألغِ التي لن تُدفع، ثم افتح هذه الدفعة من جديد. تنتهي مهلة أولاها بعد عدد الثواني المذكور في الترويسة Retry-After.',
    },
  },
  CHANNEL429_TOO_MANY_NOT_FOUND: {
    status: 429,
    messages: {
      en: 'This channel has requested too many references that do not exist, so the platform did not ask the partner. Take no money. Wait the number of seconds in the header Retry-After, check the reference with the payer, character by character, then try again.',
      fr: 'Ce canal a demandé trop de références inexistantes : aucun partenaire n’a été interrogé. N’encaissez rien ; attendez le nombre de secondes indiqué par l’en-tête Retry-After, vérifiez la référence avec le payeur, caractère par caractère, puis réessayez.',
      ar: 'طلبت هذه القناة مراجع غير موجودة أكثر من المسموح به، فلم يُسأل أي شريك. لا تأخذ أي مبلغ؛ انتظر عدد الثواني المذكور في الترويسة Retry-After، وتحقّق مع الدافع من المرجع حرفًا حرفًا، ثم أعد المحاولة.',
    },
  },
  PARTNER403_INACTIVE: {
    status: 403,
    messages: {
      en: 'This partner is not active, so no payment can be opened for it. Take no money. Send the payer to the partner.',
      fr: 'Ce partenaire n’est pas actif : aucun paiement ne peut être ouvert pour lui. N’encaissez rien ; le payeur doit s’adresser au partenaire.',
      ar: 'هذا الشريك غير مفعَّل، فلا يمكن فتح أي دفعة لصالحه. لا تأخذ أي مبلغ؛ وعلى الدافع أن يراجع الشريك.',
    },
  },
  // D40: states of partners, and channels that only test.
  PARTNER409_TESTING: {
    status: 409,
    messages: {
      en: 'This partner is still being tested: only test channels can pay it. Take no money. Send the payer to the partner; the operator makes it live.',
      fr: 'Ce partenaire est encore en essai : seuls les canaux d’essai peuvent le payer. N’encaissez rien. Le payeur doit s’adresser au partenaire ; l’opérateur le met en service.',
      ar: 'ما زال هذا الشريك قيد الاختبار، ولا تدفع له إلا قنوات الاختبار. لا تأخذ أي مبلغ. على الدافع أن يراجع الشريك؛ والمشغّل هو من يضعه في الخدمة.',
    },
  },
  PARTNER409_PAUSED: {
    status: 409,
    messages: {
      en: 'The operator has paused this partner, so no new payment opens for it. Take no money, and send the payer to the partner. Payments that are open end as usual: confirm those whose cash you have taken.',
      fr: 'L’opérateur a suspendu ce partenaire : aucun nouveau paiement ne s’ouvre pour lui. N’encaissez rien ; le payeur doit s’adresser au partenaire. Les paiements ouverts se terminent comme d’habitude : confirmez ceux déjà encaissés.',
      ar: 'أوقف المشغّل هذا الشريك مؤقتًا، فلا تُفتح له أي دفعة جديدة. لا تأخذ أي مبلغ، وعلى الدافع أن يراجع الشريك. تنتهي الدفعات المفتوحة كالمعتاد: أكّد ما قبضت مبلغه منها.',
    },
  },
  CHANNEL403_TEST_ONLY: {
    status: 403,
    messages: {
      en: 'This is a test channel: it can pay only partners that are being tested. Take no money. Use another channel for this partner, or choose a partner whose state is testing.',
      fr: 'Ce canal est un canal d’essai : il ne peut payer que des partenaires en essai. N’encaissez rien. Utilisez un autre canal pour ce partenaire, ou choisissez un partenaire en essai.',
      ar: 'هذه قناة اختبار: لا تدفع إلا للشركاء قيد الاختبار. لا تأخذ أي مبلغ. استعمل قناة أخرى لهذا الشريك، أو اختر شريكًا قيد الاختبار.',
    },
  },
  // D11: the partner answered 404.
  REFERENCE404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'The partner does not know this reference. Take no money. Check the reference with the payer, character by character, and check that you chose the right partner, then try again.',
      fr: 'Le partenaire ne connaît pas cette référence. N’encaissez rien ; vérifiez la référence avec le payeur, caractère par caractère, ainsi que le partenaire choisi, puis réessayez.',
      ar: 'الشريك لا يعرف هذا المرجع. لا تأخذ أي مبلغ؛ تحقّق مع الدافع من المرجع حرفًا حرفًا ومن اختيار الشريك الصحيح، ثم أعد المحاولة.',
    },
  },
  // D9, D11: from the partner's answer (409), or from the platform's records.
  REFERENCE409_ALREADY_PAID: {
    status: 409,
    messages: {
      en: 'This reference is already paid and cannot be paid again. Take no money. For another payment the partner must issue a new reference. If your channel took the money, paidHere says when and by whom, and its receipt can be printed again.',
      fr: 'Cette référence a déjà été payée et ne peut pas l’être de nouveau. N’encaissez rien ; pour un autre paiement, le partenaire doit émettre une nouvelle référence. Si votre canal l’a encaissée, paidHere dit quand et par qui, et son reçu se réimprime.',
      ar: 'سبق دفع هذا المرجع ولا يمكن دفعه مرة أخرى. لا تأخذ أي مبلغ؛ ولأي دفعة أخرى على الشريك إصدار مرجع جديد. وإن كانت قناتك قد قبضت المبلغ فإن paidHere يذكر متى ومَن قبضه، ويمكن طبع وصله من جديد.',
    },
    extra: { paidHere },
  },
  REFERENCE409_LOCKED: {
    status: 409,
    messages: {
      en: 'Another payment of this reference is open. Take no money. The reference is free again at lockReleaseTime at the latest, unless it is paid before. Try again after that time. If the answer has ownPayment, the open payment is your own: continue it.',
      fr: 'Un autre paiement de cette référence est en cours. N’encaissez rien ; la référence sera libre au plus tard à lockReleaseTime, sauf si elle est payée d’ici là. Réessayez après cette heure. Si la réponse contient ownPayment, ce paiement en cours est le vôtre : continuez-le.',
      ar: 'هناك دفعة أخرى جارية لهذا المرجع. لا تأخذ أي مبلغ؛ يتحرّر المرجع عند الوقت lockReleaseTime على أبعد تقدير ما لم يُدفع قبل ذلك. أعد المحاولة بعد هذا الوقت. وإن احتوى الجواب على ownPayment فالدفعة الجارية دفعتك أنت: أكملها.',
    },
    extra: { lockReleaseTime: LOCK_RELEASE_TIME, ownPayment },
  },
  PARTNER404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no partner with this partnerId. Take no money. Check the id (such as prt_1001) and try again.',
      fr: 'Aucun partenaire ne porte ce partnerId. N’encaissez rien ; vérifiez l’identifiant (par exemple prt_1001) et réessayez.',
      ar: 'لا يوجد شريك بهذا المعرّف partnerId. لا تأخذ أي مبلغ؛ تحقّق من المعرّف (مثل prt_1001) وأعد المحاولة.',
    },
  },
  PARTNER503_UNAVAILABLE: {
    status: 503,
    messages: {
      en: 'The partner’s service is temporarily unavailable, so the reference could not be looked up. Take no money. Try again in a few minutes.',
      fr: 'Le service du partenaire est momentanément indisponible : la référence n’a pas pu être consultée. N’encaissez rien ; réessayez dans quelques minutes.',
      ar: 'خدمة الشريك غير متاحة مؤقتًا، فتعذّر الاستعلام عن المرجع. لا تأخذ أي مبلغ؛ أعد المحاولة بعد بضع دقائق.',
    },
  },
  PARTNER504_TIMEOUT: {
    status: 504,
    messages: {
      en: 'The partner did not answer within 5 seconds, so the reference could not be looked up. Take no money. Try again in a few minutes.',
      fr: 'Le partenaire n’a pas répondu en 5 secondes : la référence n’a pas pu être consultée. N’encaissez rien ; réessayez dans quelques minutes.',
      ar: 'لم يُجب الشريك خلال 5 ثوانٍ، فتعذّر الاستعلام عن المرجع. لا تأخذ أي مبلغ؛ أعد المحاولة بعد بضع دقائق.',
    },
  },
  PARTNER502_BAD_RESPONSE: {
    status: 502,
    messages: {
      en: 'The partner’s answer is invalid: payment details for this reference were expected. Take no money. If it happens again, give the requestId to the operator.',
      fr: 'La réponse du partenaire est inutilisable : les détails du paiement de cette référence étaient attendus. N’encaissez rien ; si cela se reproduit, communiquez le requestId à l’opérateur.',
      ar: 'تعذّر استعمال جواب الشريك: كان المنتظر تفاصيل الدفع الخاصة بهذا المرجع. لا تأخذ أي مبلغ؛ وإن تكرّر الأمر فأبلغ المشغّل بقيمة requestId.',
    },
  },
  // The same for another channel's payment, so that ids reveal nothing (D21).
  PAYMENT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no payment with this paymentId here. This request changed nothing. Take no money for it. Check that the id is the one from the opening of the payment; a channel sees only the payments that it opened itself.',
      fr: 'Il n’y a ici aucun paiement portant ce paymentId : cette requête n’a rien modifié. N’encaissez rien pour ce paiement ; vérifiez que l’identifiant est bien celui donné par la plateforme à l’ouverture du paiement ; un canal ne voit que les paiements qu’il a lui-même ouverts.',
      ar: 'لا توجد هنا دفعة بهذا المعرّف paymentId، فلم يغيّر هذا الطلب شيئًا. لا تأخذ أي مبلغ مقابلها؛ تحقّق من أنه المعرّف الذي أعطته المنصّة عند فتح الدفعة؛ ولا تظهر للقناة إلا الدفعات التي فتحتها بنفسها.',
    },
  },
  // D9: the payment stays unpaid, although the payer may have paid in cash.
  PAYMENT409_LOCK_LOST: {
    status: 409,
    messages: {
      en: 'The lock of this payment expired before the request arrived. Nothing was changed, and this payment stays unpaid. If you have already taken cash, open the same reference again now (or scan the same QR code again and pay it) and confirm the new payment. If that is refused, give the cash back; if you cannot, report it (/taken).',
      fr: 'Le verrou de ce paiement a expiré avant l’arrivée de la requête : rien n’a été modifié et ce paiement reste impayé. Si vous avez déjà encaissé des espèces, rouvrez tout de suite la même référence (ou scannez de nouveau le même code QR et payez-le) et confirmez le nouveau paiement ; si cela est refusé, rendez les espèces ; si c’est impossible, déclarez-les (/taken).',
      ar: 'انقضت مدة حجز هذه الدفعة قبل وصول الطلب، فلم يتغيّر شيء وبقيت الدفعة غير مسدَّدة. إن كنت قد قبضت نقدًا فافتح المرجع نفسه من جديد الآن (أو امسح رمز QR نفسه من جديد وادفع به) وأكّد الدفعة الجديدة؛ وإن رُفض ذلك فأعِد النقود إلى صاحبها؛ وإن تعذّر فصرّح بها (/taken).',
    },
  },
  PAYMENT409_AMOUNT_MISMATCH: {
    status: 409,
    messages: {
      en: 'The amount sent is not the amount of this payment. This request changed nothing. Read the payment: if its stage is paid, collect nothing more; if it is locked, collect exactly its amount and confirm again with that amount or without an amount.',
      fr: 'Le montant envoyé n’est pas celui de ce paiement : cette requête n’a rien modifié. Consultez le paiement : s’il est payé (paid), n’encaissez rien de plus ; s’il est verrouillé (locked), encaissez exactement son montant, puis confirmez de nouveau avec ce montant ou sans montant.',
      ar: 'المبلغ المُرسَل ليس مبلغ هذه الدفعة، فلم يغيّر هذا الطلب شيئًا. اطّلع على الدفعة: إن كانت مسدَّدة (paid) فلا تحصّل شيئًا آخر؛ وإن كانت محجوزة (locked) فحصّل مبلغها بالضبط، ثم أكّدها من جديد بهذا المبلغ أو دون ذكر مبلغ.',
    },
  },
  PAYMENT409_WRONG_STAGE: {
    status: 409,
    messages: {
      en: 'The stage of this payment does not allow this. This request changed nothing. Confirm, cancel and fail need a locked payment; refund needs a paid one. Read the payment. If it is paid, the money is booked, and only the operator can refund it. If it is released, nothing is booked: give back any cash you took, or open the reference (or scan the QR code) again and confirm the new payment.',
      fr: 'L’étape de ce paiement ne le permet pas : cette requête n’a rien modifié. Il faut un paiement verrouillé, ou payé pour un remboursement ; consultez-le. S’il est payé (paid), l’argent est enregistré, et seul l’opérateur peut le rembourser ; s’il est libéré (released), rien n’est enregistré : rendez les espèces, ou rouvrez la référence (ou rescannez le code QR) et confirmez le nouveau paiement.',
      ar: 'المرحلة التي بلغتها هذه الدفعة لا تسمح بهذا الإجراء، فلم يغيّر هذا الطلب شيئًا. التأكيد والإلغاء وإعلان الفشل تتطلّب دفعة محجوزة (locked)، والاسترداد يتطلّب دفعة مسدَّدة (paid)؛ اطّلع على الدفعة. إن كانت مسدَّدة (paid) فالمبلغ مسجَّل ولا يردّه إلا المشغّل؛ وإن كانت محرَّرة (released) فلم يُسجَّل أي مبلغ: أعِد ما قبضته نقدًا، أو افتح المرجع (أو امسح رمز QR) من جديد وأكّد الدفعة الجديدة.',
    },
  },
  IDEMPOTENCY422_KEY_REUSED: {
    status: 422,
    messages: {
      en: 'This Idempotency-Key was already used for a different request. This request changed nothing, and no money is booked by it. Repeat the earlier request with its own body, or send the new request with a new key.',
      fr: 'Cette clé Idempotency-Key a déjà servi pour une autre requête : celle-ci n’a rien modifié ni enregistré aucun argent. Répétez la requête précédente avec son propre corps, ou envoyez la nouvelle requête avec une nouvelle clé.',
      ar: 'سبق استعمال قيمة Idempotency-Key هذه لطلب مختلف، فلم يغيّر هذا الطلب شيئًا ولم يُسجَّل به أي مبلغ. أعد الطلب السابق بمحتواه الأصلي، أو أرسل الطلب الجديد بمفتاح جديد.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
