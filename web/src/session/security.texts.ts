import type { Texts } from '../texts/texts.ts'

/** What happened to a person's account, in one line: for the frames of the desks and of the till. */
export const SECURITY_LINE = {
  wrongTries: {
    en: '{count, plural, one {# failed attempt} other {# failed attempts}} to sign in as you since your last visit.',
    fr: '{count, plural, one {# tentative de connexion refusée} other {# tentatives de connexion refusées}} à votre nom depuis votre dernière visite.',
    ar: '{count, plural, one {محاولة دخول خاطئة واحدة} two {محاولتا دخول خاطئتان} few {# محاولات دخول خاطئة} many {# محاولة دخول خاطئة} other {# محاولة دخول خاطئة}} باسمك منذ زيارتك الأخيرة.',
  },
  notices: {
    en: '{count, plural, one {# change} other {# changes}} to accounts or keys that concern you.',
    fr: '{count, plural, one {# changement} other {# changements}} de comptes ou de clés vous concernant.',
    ar: '{count, plural, one {تغيير واحد} two {تغييران} few {# تغييرات} many {# تغييرًا} other {# تغيير}} في حسابات أو مفاتيح تخصّك.',
  },
  look: { en: 'Look', fr: 'Voir', ar: 'اطّلع' },
  isKnown: { en: 'I know about it', fr: 'J’en ai connaissance', ar: 'أنا على علم' },
} as const satisfies Texts
