import type { Texts } from '../../texts/texts.ts'

export const PIN = {
  who: { en: 'Who are you?', fr: 'Qui êtes-vous ?', ar: 'من أنت؟' },
  not_enrolled: {
    en: 'This device is not enrolled for PINs.',
    fr: 'Cet appareil n’est pas enregistré pour les codes PIN.',
    ar: 'هذا الجهاز غير مسجَّل لرموز PIN.',
  },
  enrol_how: {
    en: 'A supervisor signs in here and enrols it under “Account”, “Shared tills”.',
    fr: 'Un superviseur se connecte ici et l’enregistre dans « Compte », « Caisses partagées ».',
    ar: 'يسجّل المشرف دخوله هنا ثم يسجّل الجهاز من «الحساب» ثم «الصناديق المشتركة».',
  },
  sign_in: { en: 'Sign in', fr: 'Se connecter', ar: 'تسجيل الدخول' },
  no_agents: {
    en: 'This channel has no active agent yet.',
    fr: 'Ce canal n’a pas encore d’agent actif.',
    ar: 'ليس لهذه القناة عون نشط بعد.',
  },
  locked: { en: 'Locked', fr: 'Verrouillé', ar: 'مقفل' },
  no_pin: { en: 'No PIN yet', fr: 'Pas encore de code PIN', ar: 'بلا رمز PIN بعد' },
  pin: { en: 'PIN', fr: 'Code PIN', ar: 'رمز PIN' },
  new_pin: { en: 'New PIN', fr: 'Nouveau code PIN', ar: 'رمز PIN جديد' },
  pin_hint: {
    en: '4 to 8 digits, not all the same and not in a row.',
    fr: '4 à 8 chiffres, ni tous identiques ni en suite.',
    ar: 'من 4 إلى 8 أرقام غير متطابقة ولا متتالية.',
  },
  code: {
    en: 'Code from the supervisor',
    fr: 'Code donné par le superviseur',
    ar: 'الرمز الذي أعطاه المشرف',
  },
  enter: { en: 'Sign in', fr: 'Entrer', ar: 'دخول' },
  choose: { en: 'Choose this PIN', fr: 'Choisir ce code PIN', ar: 'اختيار هذا الرمز' },
  forgot: {
    en: 'I have a code from the supervisor',
    fr: 'J’ai un code du superviseur',
    ar: 'لديّ رمز من المشرف',
  },
  another: { en: 'Somebody else', fr: 'Quelqu’un d’autre', ar: 'شخص آخر' },
  tries: {
    en: '{count, plural, =0 {No try is left.} one {# try is left.} other {# tries are left.}}',
    fr: '{count, plural, =0 {Plus aucun essai.} one {Il reste # essai.} other {Il reste # essais.}}',
    ar: '{count, plural, =0 {لم تبق أي محاولة.} one {بقيت محاولة واحدة.} two {بقيت محاولتان.} few {بقيت # محاولات.} many {بقيت # محاولة.} other {بقيت # محاولة.}}',
  },
} as const satisfies Texts
