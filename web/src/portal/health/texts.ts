import type { Texts } from '../../shared/texts.ts'

export const HEALTH = {
  title: { en: 'Health', fr: 'Santé', ar: 'الفحص' },
  says: {
    en: 'In the last 24 hours your server answered {good} of {all} calls as it should.',
    fr: 'Ces 24 dernières heures, votre serveur a bien répondu à {good} appels sur {all}.',
    ar: 'خلال آخر 24 ساعة ردّ خادمكم كما يجب على {good} من {all} نداء.',
  },
  saysNothing: {
    en: 'The platform has not called your server in the last 24 hours.',
    fr: 'La plateforme n’a pas appelé votre serveur ces 24 dernières heures.',
    ar: 'لم تنادِ المنصّة خادمكم خلال آخر 24 ساعة.',
  },
  lookups: { en: 'Lookups', fr: 'Consultations', ar: 'الاستعلامات' },
  webhooks: { en: 'Webhooks', fr: 'Webhooks', ar: 'الإشعارات' },
  hour: { en: 'Hour', fr: 'Heure', ar: 'الساعة' },
  good: { en: 'Good', fr: 'Bons', ar: 'سليمة' },
  bad: { en: 'Failed', fr: 'Échecs', ar: 'فاشلة' },
  half: { en: 'Half under', fr: 'Moitié sous', ar: 'النصف دون' },
  most: { en: '95 % under', fr: '95 % sous', ar: '95 % دون' },
  figures: { en: 'The figures', fr: 'Les chiffres', ar: 'الأرقام' },
  failures: {
    en: 'Why lookups failed',
    fr: 'Pourquoi des consultations échouent',
    ar: 'لماذا فشلت استعلامات',
  },
  times: {
    en: '{count, plural, one {once} other {# times}}',
    fr: '{count, plural, one {# fois} other {# fois}}',
    ar: '{count, plural, one {مرة واحدة} two {مرتان} few {# مرات} many {# مرة} other {# مرة}}',
  },
  certify: { en: 'Certify from here', fr: 'Certifier d’ici', ar: 'الاعتماد من هنا' },
  certifySays: {
    en: 'The platform calls both addresses as it does for a customer, and judges the answers.',
    fr: 'La plateforme appelle les deux adresses comme pour un client, et juge les réponses.',
    ar: 'تنادي المنصّة العنوانين كما تفعل لزبون، وتحكم على الردود.',
  },
  run: { en: 'Run the checks', fr: 'Lancer les contrôles', ar: 'تشغيل الفحوص' },
  running: { en: 'Running …', fr: 'En cours …', ar: 'جارٍ …' },
  unknown: {
    en: 'A reference that does not exist: 404 is expected',
    fr: 'Une référence inexistante : 404 attendu',
    ar: 'مرجع غير موجود: يُنتظر 404',
  },
  known: {
    en: 'The reference {reference}',
    fr: 'La référence {reference}',
    ar: 'المرجع {reference}',
  },
  webhook: {
    en: 'A signed webhook: an acknowledgement is expected',
    fr: 'Un webhook signé : accusé attendu',
    ar: 'إشعار موقّع: يُنتظر تأكيد',
  },
  repeated: {
    en: 'Another signed webhook right after it',
    fr: 'Un autre webhook signé aussitôt après',
    ar: 'إشعار موقّع آخر مباشرة بعده',
  },
  reference: {
    en: 'A reference of yours that is not paid (optional)',
    fr: 'Une de vos références non payée (facultatif)',
    ar: 'أحد مراجعكم غير المدفوعة (اختياري)',
  },
  whole: {
    en: 'The whole certificate has more than a hundred checks, forged signatures and bad answers among them. It runs on your own machine:',
    fr: 'Le certificat complet compte plus de cent contrôles, dont signatures falsifiées et mauvaises réponses. Il s’exécute sur votre machine :',
    ar: 'تضم الشهادة الكاملة أكثر من مئة فحص، منها تواقيع مزوّرة وردود خاطئة. تُشغَّل على جهازكم:',
  },
} as const satisfies Texts
