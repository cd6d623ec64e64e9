import type { Texts } from '../texts/texts.ts'

export const SECURITY = {
  title: {
    en: 'What happened to your account',
    fr: 'Ce qui est arrivé à votre compte',
    ar: 'ما جرى لحسابك',
  },
  noNotices: {
    en: 'Nothing was changed in the last 90 days.',
    fr: 'Rien n’a changé depuis 90 jours.',
    ar: 'لم يتغيّر شيء منذ 90 يومًا.',
  },
  tries: {
    en: 'Failed attempts to sign in as you',
    fr: 'Tentatives de connexion refusées à votre nom',
    ar: 'محاولات دخول خاطئة باسمك',
  },
  noTries: {
    en: 'Nobody has failed to sign in as you in the last 30 days.',
    fr: 'Aucune tentative de connexion refusée à votre nom depuis 30 jours.',
    ar: 'لا محاولات دخول خاطئة باسمك منذ 30 يومًا.',
  },
  notYou: {
    en: 'If it was not you: change your password or PIN, end the other sessions below, and tell an owner.',
    fr: 'Si ce n’était pas vous : changez votre mot de passe ou code PIN, fermez les autres sessions ci-dessous et prévenez un propriétaire.',
    ar: 'إن لم تكن أنت: غيّر كلمة السر أو رمز PIN، وأنهِ الجلسات الأخرى أدناه، وأخبر أحد المالكين.',
  },
  new: { en: 'New', fr: 'Nouveau', ar: 'جديد' },
  by: { en: 'by', fr: 'par', ar: 'من طرف' },
  isKnown: { en: 'I know about it', fr: 'J’en ai connaissance', ar: 'أنا على علم' },
  ownLink: {
    en: 'A new link to sign in as you was made',
    fr: 'Un nouveau lien de connexion à votre nom a été créé',
    ar: 'أُنشئ رابط جديد للدخول باسمك',
  },
  unnamed: {
    en: 'somebody without a name yet',
    fr: 'une personne encore sans nom',
    ar: 'شخص بلا اسم بعد',
  },
  password: { en: 'Wrong password', fr: 'Mot de passe faux', ar: 'كلمة سر خاطئة' },
  code: {
    en: 'Right password, wrong code of the app',
    fr: 'Mot de passe juste, code de l’application faux',
    ar: 'كلمة السر صحيحة ورمز التطبيق خاطئ',
  },
  pin: { en: 'Wrong PIN', fr: 'Code PIN faux', ar: 'رمز PIN خاطئ' },
  'pin-code': {
    en: 'Wrong one-time code for a new PIN',
    fr: 'Code à usage unique faux pour un nouveau PIN',
    ar: 'رمز وحيد الاستعمال خاطئ لرمز PIN جديد',
  },
} as const satisfies Texts

/** Each kind of notice, as the audit log names it. */
export const NOTICES = {
  'passkey.add': {
    en: 'A passkey was added to your account',
    fr: 'Une clé d’accès a été ajoutée à votre compte',
    ar: 'أُضيف مفتاح مرور إلى حسابك',
  },
  'passkey.remove': {
    en: 'A passkey of your account was removed',
    fr: 'Une clé d’accès de votre compte a été supprimée',
    ar: 'حُذف مفتاح مرور من حسابك',
  },
  'password.set': {
    en: 'The password of your account was set',
    fr: 'Le mot de passe de votre compte a été défini',
    ar: 'حُدّدت كلمة سر حسابك',
  },
  'password.remove': {
    en: 'The password of your account was removed',
    fr: 'Le mot de passe de votre compte a été supprimé',
    ar: 'حُذفت كلمة سر حسابك',
  },
  'totp.set': {
    en: 'An authenticator app was set up for your account',
    fr: 'Une application d’authentification a été configurée pour votre compte',
    ar: 'أُعدّ تطبيق مصادقة لحسابك',
  },
  'recovery-codes.renew': {
    en: 'The recovery codes of your account were replaced',
    fr: 'Les codes de secours de votre compte ont été remplacés',
    ar: 'استُبدلت رموز استرجاع حسابك',
  },
  'pin.make-code': {
    en: 'A one-time code for a new PIN was made for you',
    fr: 'Un code à usage unique pour un nouveau PIN a été créé pour vous',
    ar: 'أُنشئ لك رمز وحيد الاستعمال لرمز PIN جديد',
  },
  'session.end-all': {
    en: 'Everybody of your organisation was signed out',
    fr: 'Toute votre organisation a été déconnectée',
    ar: 'سُجّل خروج كل من في مؤسستك',
  },
  'operator-key.create': {
    en: 'The operator key {name} was made',
    fr: 'La clé d’opérateur {name} a été créée',
    ar: 'أُنشئ مفتاح المشغّل {name}',
  },
  'setting.request': {
    en: 'A change of a money setting waits for a second person',
    fr: 'Un changement de réglage d’argent attend une deuxième personne',
    ar: 'تغيير إعداد مالي ينتظر شخصًا ثانيًا',
  },
  'user.invite': {
    en: 'Invited: {name}',
    fr: 'Invitation : {name}',
    ar: 'دعوة: {name}',
  },
  'user.invite-again': {
    en: 'A new link to sign in was made for {name}',
    fr: 'Un nouveau lien de connexion a été créé pour {name}',
    ar: 'أُنشئ رابط دخول جديد لـ {name}',
  },
  'user.join': {
    en: 'New owner: {name}',
    fr: 'Nouveau propriétaire : {name}',
    ar: 'مالك جديد: {name}',
  },
  'directory.set': {
    en: 'People now sign in through the company directory {name}',
    fr: 'On se connecte désormais par l’annuaire d’entreprise {name}',
    ar: 'صار الدخول عبر دليل الشركة {name}',
  },
  'directory.remove': {
    en: 'The company directory {name} was removed',
    fr: 'L’annuaire d’entreprise {name} a été retiré',
    ar: 'أُزيل دليل الشركة {name}',
  },
  'directory.join': {
    en: 'New from the company directory: {name}',
    fr: 'Arrivé par l’annuaire d’entreprise : {name}',
    ar: 'جديد من دليل الشركة: {name}',
  },
  'directory.close': {
    en: 'No group in the company directory any more, account closed: {name}',
    fr: 'Plus de groupe dans l’annuaire d’entreprise, compte fermé : {name}',
    ar: 'لم تعد له مجموعة في دليل الشركة فأُغلق حسابه: {name}',
  },
  'user.change': {
    en: 'Now an owner: {name}',
    fr: 'Devenu propriétaire : {name}',
    ar: 'صار مالكًا: {name}',
  },
} as const satisfies Texts
