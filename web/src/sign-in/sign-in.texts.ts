import type { Texts } from '../texts/texts.ts'

export const SIGN_IN = {
  by_passkey: {
    en: 'Sign in with a passkey',
    fr: 'Se connecter avec une clé d’accès',
    ar: 'الدخول بمفتاح المرور',
  },
  or: { en: 'or', fr: 'ou', ar: 'أو' },
  email: { en: 'E-mail address', fr: 'Adresse e-mail', ar: 'البريد الإلكتروني' },
  password: { en: 'Password', fr: 'Mot de passe', ar: 'كلمة السر' },
  code: {
    en: 'Code of the authenticator app',
    fr: 'Code de l’application d’authentification',
    ar: 'رمز تطبيق المصادقة',
  },
  recovery_code: { en: 'Recovery code', fr: 'Code de secours', ar: 'رمز الاسترجاع' },
  use_recovery: {
    en: 'I do not have the app with me',
    fr: 'Je n’ai pas l’application sous la main',
    ar: 'التطبيق ليس معي',
  },
  use_app: { en: 'Use the app', fr: 'Utiliser l’application', ar: 'استعمل التطبيق' },
  by_password: { en: 'Sign in', fr: 'Se connecter', ar: 'دخول' },
  ended: {
    en: 'Your session has ended',
    fr: 'Votre session a pris fin',
    ar: 'انتهت جلستك',
  },
  ended_why: {
    en: 'Sign in again, {name}. What you have typed stays on the page, and you continue where you were.',
    fr: 'Reconnectez-vous, {name}. Ce que vous avez saisi sur la page est conservé, et continue là où il en était.',
    ar: 'سجّل دخولك من جديد يا {name}. ما كتبته في الصفحة محفوظ، ويستمر من حيث توقّف.',
  },
  leave: {
    en: 'Leave the page, and lose what you typed',
    fr: 'Quitter la page, et perdre la saisie',
    ar: 'غادر الصفحة واترك ما كُتب',
  },
} as const satisfies Texts
