import type { ErrorEntry } from './entry.ts'

/** Refunds (D28). */
export const REFUND_ERRORS = {
  REFUND404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no refund with this refundId. Nothing was changed. Check the id against the list of refunds and try again.',
      fr: 'Aucun remboursement ne porte ce refundId : rien n’a été modifié. Vérifiez l’identifiant dans la liste des remboursements et réessayez.',
      ar: 'لا يوجد استرداد بهذا المعرّف refundId، فلم يتغيّر شيء. قارن المعرّف بقائمة عمليات الاسترداد وأعد المحاولة.',
    },
  },
  // The same for a wrong code, one that was replaced and one that was guessed at too often, so that a
  // guess tells nothing.
  REFUND404_UNKNOWN_CODE: {
    status: 404,
    messages: {
      en: 'This code is not valid: it is wrong, it was replaced by a newer one, or it was blocked after five wrong attempts. Pay nothing. Read the code again with the payer; if it is right, the operator issues a new one.',
      fr: 'Ce code n’est pas valable : il est faux, remplacé par un plus récent, ou bloqué après cinq essais erronés. Ne versez rien ; relisez le code avec le payeur ; s’il est exact, l’opérateur en délivre un nouveau.',
      ar: 'هذا الرمز غير صالح: إمّا أنه خاطئ، أو حلّ محله رمز أحدث، أو حُجب بعد خمس محاولات خاطئة. لا تدفع شيئًا؛ أعد قراءة الرمز مع الدافع، فإن كان صحيحًا فالمشغّل يصدر رمزًا جديدًا.',
    },
  },
  REFUND409_WRONG_STATUS: {
    status: 409,
    messages: {
      en: 'The status of this refund does not allow this. Nothing was changed, and no money may be paid because of this request. Only a requested refund can be approved or declined, only a made one can be paid, and only one that the bank paid can be returned. Read the field status.',
      fr: 'Le statut de ce remboursement ne le permet pas : rien n’a été modifié, et aucun argent ne doit être versé à cause de cette requête. Seul un remboursement demandé (requested) peut être approuvé ou refusé, seul un remboursement effectué (made) peut être versé, et seul celui que la banque a versé peut être retourné. Lisez le champ status.',
      ar: 'حالة هذا الاسترداد لا تسمح بذلك، فلم يتغيّر شيء ولا يجوز دفع أي مبلغ بسبب هذا الطلب. لا يُقبل أو يُرفض إلا استرداد مطلوب (requested)، ولا يُدفع إلا استرداد مُنجَز (made)، ولا يُعاد إلا ما دفعه البنك. اقرأ الحقل status.',
    },
    extra: { status: 'paid' },
  },
  REFUND409_TOO_MANY: {
    status: 409,
    messages: {
      en: 'This payment has 250 refunds already, which is the limit. Nothing was changed. Give the rest back outside the platform, and record it as an adjustment.',
      fr: 'Ce paiement compte déjà 250 remboursements, le maximum : rien n’a été modifié. Rendez le reste en dehors de la plateforme et enregistrez un ajustement.',
      ar: 'لهذه الدفعة 250 عملية استرداد بالفعل وهو الحد الأقصى، فلم يتغيّر شيء. أعد الباقي خارج المنصّة وسجّله كتسوية.',
    },
  },
  REFUND409_DEBIT_LIMIT: {
    status: 409,
    messages: {
      en: 'With this refund the partner would owe more than its debit limit allows. Nothing was changed. Wait until more is collected for the partner, have it pay what it owes, or raise its debitLimit.',
      fr: 'Avec ce remboursement, le partenaire devrait plus que ne le permet sa limite de débit : rien n’a été modifié. Attendez de nouveaux encaissements, faites régler le débit par le partenaire, ou relevez sa limite (debitLimit).',
      ar: 'بهذا الاسترداد يصبح الشريك مدينًا بأكثر مما يسمح به حدّ الدين الخاص به، فلم يتغيّر شيء. انتظر تحصيل مبالغ أخرى لصالحه، أو ليسدّد الشريك دينه، أو ارفع الحدّ debitLimit.',
    },
  },
  REFUND429_TOO_MANY_GUESSES: {
    status: 429,
    messages: {
      en: 'You, or your channel, have sent too many wrong refund codes. Pay nothing. Wait the number of seconds in the header Retry-After, read the code again with the payer, character by character, and try again.',
      fr: 'Vous avez envoyé, ou votre canal a envoyé, trop de codes de remboursement erronés. Ne versez rien ; attendez le nombre de secondes indiqué par l’en-tête Retry-After, relisez le code avec le payeur, caractère par caractère, puis réessayez.',
      ar: 'أرسلتَ أنت أو قناتك عددًا كبيرًا من رموز الاسترداد الخاطئة. لا تدفع شيئًا؛ انتظر عدد الثواني المذكور في الترويسة Retry-After، وأعد قراءة الرمز مع الدافع حرفًا حرفًا، ثم أعد المحاولة.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
