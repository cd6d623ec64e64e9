import type { Texts } from '../texts/texts.ts'

export const INVITATION = {
  title: { en: 'Welcome to Wasl', fr: 'Bienvenue sur Wasl', ar: 'مرحبًا بك في وصل' },
  invited: {
    en: '{by} invites you to {organisation}.',
    fr: '{by} vous invite à rejoindre {organisation}.',
    ar: 'يدعوك {by} للانضمام إلى {organisation}.',
  },
  invited_operator: {
    en: '{by} invites you to run this platform.',
    fr: '{by} vous invite à gérer cette plateforme.',
    ar: 'يدعوك {by} لتسيير هذه المنصّة.',
  },
  name: { en: 'Your name', fr: 'Votre nom', ar: 'اسمك' },
  choose: {
    en: 'How do you want to sign in?',
    fr: 'Comment souhaitez-vous vous connecter ?',
    ar: 'كيف تريد تسجيل الدخول؟',
  },
  by_passkey: {
    en: 'With a passkey of this device',
    fr: 'Avec une clé d’accès de cet appareil',
    ar: 'بمفتاح مرور على هذا الجهاز',
  },
  passkey_why: {
    en: 'Your fingerprint, your face or the code of the device. Nothing to remember.',
    fr: 'Votre empreinte, votre visage ou le code de l’appareil. Rien à retenir.',
    ar: 'بصمتك أو وجهك أو رمز الجهاز. لا شيء تحفظه.',
  },
  by_password: {
    en: 'With a password and an app',
    fr: 'Avec un mot de passe et une application',
    ar: 'بكلمة سر وتطبيق',
  },
  join: { en: 'Join', fr: 'Rejoindre', ar: 'انضم' },
  next: { en: 'Continue', fr: 'Continuer', ar: 'متابعة' },
  back: { en: 'Back', fr: 'Retour', ar: 'رجوع' },
  ended: {
    en: 'This link is not valid any more.',
    fr: 'Ce lien n’est plus valable.',
    ar: 'لم يعد هذا الرابط صالحًا.',
  },
  ended_how: {
    en: 'It was used, replaced, or is older than a week. Ask the person who invited you for a new one.',
    fr: 'Il a déjà servi, a été remplacé ou date de plus d’une semaine. Demandez-en un nouveau à la personne qui vous a invité.',
    ar: 'إما أنه استُعمل أو استُبدل أو مضى عليه أكثر من أسبوع. اطلب رابطًا جديدًا ممن دعاك.',
  },
} as const satisfies Texts
