import type { Texts } from '../../texts/texts.ts'

/** The periodic tasks, as the platform names them in its logs and measures. */
export const TASKS = {
  'expire lapsed locks': {
    en: 'expire lapsed locks',
    fr: 'libérer les réservations expirées',
    ar: 'إنهاء الحجوزات التي انقضت',
  },
  'expire refunds': {
    en: 'expire refunds',
    fr: 'clore les remboursements expirés',
    ar: 'إنهاء مبالغ الرد التي انقضت',
  },
  'repair quotas': { en: 'repair quotas', fr: 'corriger les quotas', ar: 'تصحيح الحصص' },
  'repair due times': {
    en: 'repair due times',
    fr: 'corriger les échéances d’envoi',
    ar: 'تصحيح مواعيد الإرسال',
  },
  'send backlogs again': {
    en: 'send backlogs again',
    fr: 'renvoyer les avis en retard',
    ar: 'إعادة إرسال الإشعارات المتأخرة',
  },
  'look paid references up again': {
    en: 'look paid references up again',
    fr: 'interroger à nouveau les références payées',
    ar: 'الاستعلام من جديد عن المراجع المدفوعة',
  },
  'forget old echoes': {
    en: 'forget old echoes',
    fr: 'effacer les anciennes vérifications',
    ar: 'حذف التحققات القديمة',
  },
  'make partitions': { en: 'make partitions', fr: 'créer les partitions', ar: 'إنشاء الأقسام' },
  'drop old partitions': {
    en: 'drop old partitions',
    fr: 'supprimer les anciennes partitions',
    ar: 'حذف الأقسام القديمة',
  },
  'forget old idempotency keys': {
    en: 'forget old idempotency keys',
    fr: 'effacer les anciennes clés d’idempotence',
    ar: 'حذف مفاتيح عدم التكرار القديمة',
  },
  'forget old tries to sign in': {
    en: 'forget old tries to sign in',
    fr: 'effacer les anciens essais de connexion',
    ar: 'حذف محاولات الدخول القديمة',
  },
  'forget old sessions': {
    en: 'forget old sessions',
    fr: 'effacer les anciennes sessions',
    ar: 'حذف الجلسات القديمة',
  },
  'watch for incidents': {
    en: 'watch for incidents',
    fr: 'guetter les incidents',
    ar: 'مراقبة الأعطال',
  },
  'record calls of partners': {
    en: 'record calls of partners',
    fr: 'enregistrer les appels aux partenaires',
    ar: 'تسجيل الاتصالات بالشركاء',
  },
  'sum up sealed days': {
    en: 'sum up sealed days',
    fr: 'totaliser les journées arrêtées',
    ar: 'جمع الأيام المقفلة',
  },
  'roll up the ledger': {
    en: 'roll up the ledger',
    fr: 'totaliser le grand livre',
    ar: 'تجميع دفتر الأستاذ',
  },
  'close days': { en: 'close days', fr: 'clôturer les journées', ar: 'إقفال الأيام' },
  'check integrity': { en: 'check integrity', fr: 'contrôler l’intégrité', ar: 'فحص السلامة' },
  'sign statements': { en: 'sign statements', fr: 'signer les relevés', ar: 'توقيع الكشوف' },
  'summarize past months': {
    en: 'summarize past months',
    fr: 'résumer les mois passés',
    ar: 'تلخيص الأشهر الماضية',
  },
  'close statements': {
    en: 'close statements',
    fr: 'clôturer les relevés',
    ar: 'إقفال الكشوف',
  },
  'match bank lines': {
    en: 'match bank lines',
    fr: 'rapprocher les lignes bancaires',
    ar: 'مطابقة الأسطر البنكية',
  },
} as const satisfies Texts
