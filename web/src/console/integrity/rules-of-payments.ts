/** What a check asks, by its name. English is the name itself. */
export type RuleTexts = Readonly<Record<string, { fr: string; ar: string }>>

/** The checks of payments and webhooks: I1 to I10. */
export const RULES_OF_PAYMENTS: RuleTexts = {
  'I1: at most one payment.success for a payment': {
    fr: 'Un paiement a au plus un payment.success.',
    ar: 'للدفعة payment.success واحد على الأكثر.',
  },
  'I1: at most one payment of a reference is locked, paid or refunded': {
    fr: 'Une référence a au plus un paiement réservé, payé ou remboursé.',
    ar: 'للمرجع دفعة واحدة على الأكثر محجوزة أو مدفوعة أو مردودة.',
  },
  'I1: a payment that is locked, paid or refunded has its reference': {
    fr: 'Un paiement réservé, payé ou remboursé tient sa référence.',
    ar: 'الدفعة المحجوزة أو المدفوعة أو المردودة تمسك مرجعها.',
  },
  'I1: a reference leads to its newest payment, and each payment to the one before it': {
    fr: 'Une référence mène à son dernier paiement, et chaque paiement au précédent.',
    ar: 'المرجع يقود إلى أحدث دفعاته، وكل دفعة إلى التي قبلها.',
  },
  'I1: a reference whose payment is gone says what its status goes on saying': {
    fr: 'Une référence dont le paiement est archivé garde ce que dit son état.',
    ar: 'المرجع الذي أُرشفت دفعته يحفظ ما تقوله حالته.',
  },
  'I1: the open locks are those of the locked payments': {
    fr: 'Les réservations ouvertes sont celles des paiements réservés.',
    ar: 'الحجوزات المفتوحة هي حجوزات الدفعات المحجوزة.',
  },
  'I2: paid or refunded if and only if there is a success event': {
    fr: 'Un paiement est payé ou remboursé si, et seulement si, son succès a été annoncé.',
    ar: 'الدفعة مدفوعة أو مردودة إذا، وفقط إذا، أُعلن نجاحها.',
  },
  'I3: released if and only if there is a fail event; never both success and fail': {
    fr: 'Un paiement est libéré si, et seulement si, son échec a été annoncé ; jamais succès et échec à la fois.',
    ar: 'الدفعة محرَّرة إذا، وفقط إذا، أُعلن فشلها؛ ولا يجتمع نجاح وفشل.',
  },
  'I3: every payment has the event of its opening': {
    fr: 'Chaque paiement a l’événement de son ouverture.',
    ar: 'لكل دفعة إشعار فتحها.',
  },
  'I3: each event has the ordinal of its kind, and a payment has every event before it': {
    fr: 'Chaque événement a le rang de son type, et aucun ne manque avant lui.',
    ar: 'لكل إشعار رتبة نوعه، ولا ينقص إشعار قبله.',
  },
  'I4: history holds only allowed transitions, each from where the one before it led': {
    fr: 'L’historique ne contient que des passages permis, chacun partant de là où menait le précédent.',
    ar: 'لا يحوي السجل إلا انتقالات مسموحة، كل منها يبدأ حيث انتهى سابقه.',
  },
  'I4: every transition, refusal and event is of a payment': {
    fr: 'Chaque passage, refus et événement appartient à un paiement.',
    ar: 'كل انتقال ورفض وإشعار تابع لدفعة.',
  },
  'I4: the current stage is the last of the history, with its time': {
    fr: 'L’étape présente est la dernière de l’historique, avec son heure.',
    ar: 'المرحلة الحالية هي آخر ما في السجل، بوقتها.',
  },
  'I4: nothing was confirmed at or after the end of its lock': {
    fr: 'Rien n’a été confirmé à la fin de sa réservation ou après.',
    ar: 'لم يؤكَّد شيء عند نهاية حجزه أو بعدها.',
  },
  'I5: no delivery is overdue with a lapsed lease': {
    fr: 'Aucun envoi en retard n’est abandonné par le processus qui l’avait pris.',
    ar: 'لا إرسال متأخرًا تركته العملية التي أخذته.',
  },
  'I6: every event is delivered, pending or visibly failed': {
    fr: 'Chaque événement est livré, en attente, ou visiblement abandonné.',
    ar: 'كل إشعار مسلَّم أو منتظر أو متروك بوضوح.',
  },
  'I6: delivered means an attempt answered with 200 and success: true': {
    fr: 'Livré veut dire qu’un essai a reçu 200 et success: true.',
    ar: 'مسلَّم يعني أن محاولة أُجيبت بـ 200 و success: true.',
  },
  'I6: as many attempts are on record as the delivery counts, and every result has its attempt': {
    fr: 'Il y a autant d’essais enregistrés que l’envoi en compte, et chaque résultat a son essai.',
    ar: 'عدد المحاولات المسجلة كما يعدّها الإرسال، ولكل نتيجة محاولتها.',
  },
  'I7: all attempts of an event carried the body that is stored': {
    fr: 'Tous les essais d’un événement portaient le contenu conservé.',
    ar: 'كل محاولات الإشعار حملت المحتوى المحفوظ.',
  },
  'I8: a single use was taken at most once': {
    fr: 'Un usage unique a servi une fois au plus.',
    ar: 'الاستعمال الوحيد استُعمل مرة على الأكثر.',
  },
  'I8: a payment that has a single use holds it': {
    fr: 'Le paiement qui a pris un usage unique le tient.',
    ar: 'الدفعة التي أخذت استعمالًا وحيدًا تمسكه.',
  },
  'I8: a payment by QR code is of its code, its kind and one of its amounts': {
    fr: 'Un paiement par code QR est de ce code, de son type et de l’un de ses montants.',
    ar: 'الدفعة برمز QR من رمزها ونوعه وأحد مبالغه.',
  },
  'I8: no payment was opened by a configuration that had expired or was taken away': {
    fr: 'Aucun paiement n’a été ouvert par un réglage expiré ou retiré.',
    ar: 'لم تُفتح دفعة بإعداد منتهٍ أو مسحوب.',
  },
  'I8: no amount was typed while amounts were in force': {
    fr: 'Aucun montant n’a été saisi pendant que des montants étaient fixés.',
    ar: 'لم يُكتب مبلغ حين كانت المبالغ محددة.',
  },
  'I8: a code asks for one thing at a time, and its history has neither gaps in it nor overlaps': {
    fr: 'Un code demande une chose à la fois ; son historique n’a ni trou ni chevauchement.',
    ar: 'الرمز يطلب شيئًا واحدًا في كل وقت، وسجلّه بلا ثغرات ولا تداخل.',
  },
  'I9: no quota holds more than 60 calls, and what it holds is in order': {
    fr: 'Aucun quota ne contient plus de 60 appels, et ils sont en ordre.',
    ar: 'لا تحوي أي حصة أكثر من 60 نداء، وهي مرتّبة.',
  },
  'I10: what the status shows agrees with the history': {
    fr: 'Ce que montre l’état concorde avec l’historique.',
    ar: 'ما تُظهره الحالة يطابق السجل.',
  },
}
