import type { Texts } from '../../texts/texts.ts'

/** How a partner does, in portal and console. */
export const HEALTH = {
  failsSince: {
    en: 'Not answering as it should since {since}.',
    fr: 'Ne répond pas correctement depuis {since}.',
    ar: 'لا يجيب كما يجب منذ {since}.',
  },
  fails: {
    en: 'Not answering as it should.',
    fr: 'Ne répond pas correctement.',
    ar: 'لا يجيب كما يجب.',
  },
  fine: {
    en: 'Answers as it should: no event waits for a new attempt.',
    fr: 'Répond correctement : aucun événement n’attend un nouvel essai.',
    ar: 'يجيب كما يجب: لا إشعار ينتظر محاولة جديدة.',
  },
  failing: { en: 'Failing', fr: 'En panne', ar: 'متعطّل' },
  waiting: {
    en: '{count, plural, one {One event waits.} other {# events wait.}}',
    fr: '{count, plural, one {# événement attend.} other {# événements attendent.}}',
    ar: '{count, plural, one {إشعار واحد ينتظر.} two {إشعاران ينتظران.} few {# إشعارات تنتظر.} many {# إشعارًا ينتظر.} other {# إشعار ينتظر.}}',
  },
  givenUp: {
    en: '{count, plural, one {One was given up.} other {# were given up.}}',
    fr: '{count, plural, one {# abandonné.} other {# abandonnés.}}',
    ar: '{count, plural, one {إشعار واحد تُرك.} two {إشعاران تُركا.} few {# إشعارات تُركت.} many {# إشعارًا تُرك.} other {# إشعار تُرك.}}',
  },
  nextAttempt: {
    en: 'Next attempt {time}.',
    fr: 'Prochaine tentative à {time}.',
    ar: 'المحاولة القادمة {time}.',
  },
  lookupsFail: {
    en: '{failed, number} of {all, number} lookups failed lately.',
    fr: '{failed, number} consultations sur {all, number} ont échoué récemment.',
    ar: 'تعذّر {failed, number} من {all, number} من الاستعلامات الأخيرة.',
  },
  says: {
    en: 'In the last 24 hours your server answered {good, number} of {all, number} calls as it should.',
    fr: 'Ces 24 dernières heures, votre serveur a bien répondu à {good, number} appels sur {all, number}.',
    ar: 'خلال آخر 24 ساعة ردّ خادمكم كما يجب على {good, number} من {all, number} نداء.',
  },
  itSays: {
    en: 'In the last 24 hours its server answered {good, number} of {all, number} calls as it should.',
    fr: 'Ces 24 dernières heures, son serveur a bien répondu à {good, number} appels sur {all, number}.',
    ar: 'خلال آخر 24 ساعة ردّ خادمه كما يجب على {good, number} من {all, number} نداء.',
  },
  itSaysNothing: {
    en: 'The platform has not called its server in the last 24 hours.',
    fr: 'La plateforme n’a pas appelé son serveur ces 24 dernières heures.',
    ar: 'لم تنادِ المنصّة خادمه خلال آخر 24 ساعة.',
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
  ms: { en: '{ms} ms', fr: '{ms} ms', ar: '{ms} م.ث.' },
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
} as const satisfies Texts
