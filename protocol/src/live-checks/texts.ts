/**
 * The checks of a live integration (W152), in the order in which they run, and what each expects, in three
 * languages. Without a schema, so that a browser loads nothing else.
 */
export const LIVE_CHECKS = {
  'lookup-unknown': {
    en: 'An unknown reference is answered with 404.',
    fr: 'Une référence inconnue reçoit la réponse 404.',
    ar: 'مرجع مجهول جوابه 404.',
  },
  'lookup-odd-reference': {
    en: 'A reference with Arabic letters, a space and a slash is read as one reference: 404.',
    fr: 'Une référence avec lettres arabes, espace et barre oblique est lue comme une seule : 404.',
    ar: 'مرجع فيه حروف عربية ومسافة وشرطة مائلة يُقرأ مرجعًا واحدًا: 404.',
  },
  'lookup-no-secret': {
    en: 'A lookup without Authorization is refused with 401.',
    fr: 'Une consultation sans Authorization est refusée avec 401.',
    ar: 'استعلام بلا Authorization يُرفض بـ 401.',
  },
  'lookup-wrong-secret': {
    en: 'A lookup with a wrong secret is refused with 401.',
    fr: 'Une consultation avec un mauvais secret est refusée avec 401.',
    ar: 'استعلام بسرّ خاطئ يُرفض بـ 401.',
  },
  'lookup-known': {
    en: 'Your reference is answered with its amount (200), or as paid (409).',
    fr: 'Votre référence reçoit son montant (200), ou « déjà payée » (409).',
    ar: 'مرجعكم جوابه مبلغه (200)، أو أنه مدفوع (409).',
  },
  'lookup-repeated': {
    en: 'A lookup changes nothing: the same reference again has the same answer.',
    fr: 'Une consultation ne change rien : la même référence reçoit la même réponse.',
    ar: 'الاستعلام لا يغيّر شيئًا: المرجع نفسه مرة أخرى له الجواب نفسه.',
  },
  'webhook-signed': {
    en: 'A signed webhook is acknowledged with {"success": true}.',
    fr: 'Un webhook signé est accusé par {"success": true}.',
    ar: 'إشعار موقّع يُؤكَّد بـ {"success": true}.',
  },
  'webhook-repeated': {
    en: 'The same webhook again, newly signed, is acknowledged again.',
    fr: 'Le même webhook, signé à nouveau, est accusé à nouveau.',
    ar: 'الإشعار نفسه بتوقيع جديد يُؤكَّد من جديد.',
  },
  'webhook-at-once': {
    en: 'Two copies of a webhook at the same moment are acknowledged, or deferred with 503.',
    fr: 'Deux copies simultanées d’un webhook sont accusées, ou différées avec 503.',
    ar: 'نسختان من إشعار في اللحظة نفسها تُؤكَّدان أو تُؤجَّلان بـ 503.',
  },
  'webhook-no-secret': {
    en: 'A signed webhook without Authorization is refused with 401.',
    fr: 'Un webhook signé sans Authorization est refusé avec 401.',
    ar: 'إشعار موقّع بلا Authorization يُرفض بـ 401.',
  },
  'webhook-wrong-secret': {
    en: 'A signed webhook with a wrong secret is refused with 401.',
    fr: 'Un webhook signé avec un mauvais secret est refusé avec 401.',
    ar: 'إشعار موقّع بسرّ خاطئ يُرفض بـ 401.',
  },
  'webhook-no-signature': {
    en: 'A webhook without a signature is refused.',
    fr: 'Un webhook sans signature est refusé.',
    ar: 'إشعار بلا توقيع يُرفض.',
  },
  'webhook-forged': {
    en: 'A webhook signed with another key is refused.',
    fr: 'Un webhook signé avec une autre clé est refusé.',
    ar: 'إشعار موقّع بمفتاح آخر يُرفض.',
  },
  'webhook-changed': {
    en: 'A webhook whose body was changed after signing is refused.',
    fr: 'Un webhook dont le corps a changé après la signature est refusé.',
    ar: 'إشعار غُيِّر نصّه بعد توقيعه يُرفض.',
  },
  'webhook-old': {
    en: 'A webhook signed an hour ago is refused: somebody may have kept it.',
    fr: 'Un webhook signé il y a une heure est refusé : quelqu’un a pu le garder.',
    ar: 'إشعار وُقِّع قبل ساعة يُرفض: ربما احتفظ به أحد.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<'en' | 'fr' | 'ar', string>>>>

export type LiveCheckId = keyof typeof LIVE_CHECKS

/** The ids, in the order in which they run. */
export const LIVE_CHECK_IDS = Object.keys(LIVE_CHECKS) as readonly LiveCheckId[]
