import type { Texts } from '../texts/texts.ts'

export const ACCOUNT = {
  language: { en: 'Language', fr: 'Langue', ar: 'اللغة' },
  account: { en: 'Account', fr: 'Compte', ar: 'الحساب' },
  back: { en: 'Back', fr: 'Retour', ar: 'رجوع' },
  sign_in: { en: 'Sign in', fr: 'Connexion', ar: 'تسجيل الدخول' },
  sign_out: { en: 'Sign out', fr: 'Se déconnecter', ar: 'تسجيل الخروج' },
  email: { en: 'E-mail address', fr: 'Adresse e-mail', ar: 'البريد الإلكتروني' },
  password: { en: 'Password', fr: 'Mot de passe', ar: 'كلمة السر' },
  at_till: {
    en: 'Shared till: sign in with a PIN',
    fr: 'Caisse partagée : se connecter avec un code PIN',
    ar: 'صندوق مشترك: الدخول برمز PIN',
  },

  passkeys: { en: 'Passkeys', fr: 'Clés d’accès', ar: 'مفاتيح المرور' },
  passkeys_none: {
    en: 'With a passkey you sign in by your fingerprint, your face or the code of your phone.',
    fr: 'Avec une clé d’accès, vous vous connectez par votre empreinte, votre visage ou le code de votre téléphone.',
    ar: 'بمفتاح المرور تدخل ببصمتك أو بوجهك أو برمز هاتفك.',
  },
  add_passkey: { en: 'Add a passkey', fr: 'Ajouter une clé d’accès', ar: 'إضافة مفتاح مرور' },
  passkey_name: { en: 'Name of the passkey', fr: 'Nom de la clé', ar: 'اسم المفتاح' },
  rename: { en: 'Rename', fr: 'Renommer', ar: 'إعادة التسمية' },
  remove: { en: 'Remove', fr: 'Supprimer', ar: 'حذف' },
  save: { en: 'Save', fr: 'Enregistrer', ar: 'حفظ' },
  cancel: { en: 'Cancel', fr: 'Annuler', ar: 'إلغاء' },
  used: { en: 'last used', fr: 'utilisée le', ar: 'آخر استعمال' },
  never_used: { en: 'not used yet', fr: 'pas encore utilisée', ar: 'لم يُستعمل بعد' },

  password_title: {
    en: 'Password and app',
    fr: 'Mot de passe et application',
    ar: 'كلمة السر والتطبيق',
  },
  set_on: { en: 'since', fr: 'depuis le', ar: 'منذ' },
  not_set: { en: 'not set', fr: 'non défini', ar: 'غير محدّدة' },
  app: { en: 'Authenticator app', fr: 'Application d’authentification', ar: 'تطبيق المصادقة' },
  recovery_codes: { en: 'Recovery codes', fr: 'Codes de secours', ar: 'رموز الاسترجاع' },
  codes_left: {
    en: '{count, plural, =0 {none left} one {# left} other {# left}}',
    fr: '{count, plural, =0 {aucun restant} one {# restant} other {# restants}}',
    ar: '{count, plural, =0 {لم يبق أي رمز} one {بقي رمز واحد} two {بقي رمزان} few {بقيت # رموز} many {بقي # رمزًا} other {بقي # رمز}}',
  },
  app_not_set: { en: 'not set up', fr: 'non configurée', ar: 'غير معدّ' },
  set_password: {
    en: 'Set a password',
    fr: 'Définir un mot de passe',
    ar: 'تحديد كلمة سر',
  },
  change_password: {
    en: 'Change the password',
    fr: 'Changer le mot de passe',
    ar: 'تغيير كلمة السر',
  },
  new_password: { en: 'New password', fr: 'Nouveau mot de passe', ar: 'كلمة السر الجديدة' },
  password_hint: {
    en: 'At least 12 characters. A few words that only you put together are good.',
    fr: 'Au moins 12 caractères. Quelques mots que vous seul assembleriez conviennent bien.',
    ar: '12 حرفًا على الأقل. بضع كلمات لا يجمعها غيرك تفي بالغرض.',
  },
  set_app: { en: 'Set up the app', fr: 'Configurer l’application', ar: 'إعداد التطبيق' },
  change_app: {
    en: 'Change the app',
    fr: 'Changer d’application',
    ar: 'تغيير التطبيق',
  },
  scan: {
    en: 'Scan this code with the authenticator app on your phone.',
    fr: 'Scannez ce code avec l’application d’authentification de votre téléphone.',
    ar: 'امسح هذا الرمز بتطبيق المصادقة على هاتفك.',
  },
  scan_label: {
    en: 'QR code for the authenticator app',
    fr: 'Code QR pour l’application d’authentification',
    ar: 'رمز QR لتطبيق المصادقة',
  },
  or_type: {
    en: 'Or type this key into the app:',
    fr: 'Ou saisissez cette clé dans l’application :',
    ar: 'أو أدخل هذا المفتاح في التطبيق:',
  },
  first_code: {
    en: 'The six digits that the app shows',
    fr: 'Les six chiffres affichés par l’application',
    ar: 'الأرقام الستة التي يعرضها التطبيق',
  },
  keep_codes: {
    en: 'Keep these codes where only you find them. Each signs you in once when you do not have your phone. They are not shown again.',
    fr: 'Conservez ces codes en lieu sûr. Chacun vous connecte une seule fois si le téléphone vous manque. Ils ne seront plus affichés.',
    ar: 'احفظ هذه الرموز في مكان لا يصل إليه غيرك. كل رمز يُدخلك مرة واحدة إن غاب الهاتف. لن تُعرض مرة أخرى.',
  },
  copy: { en: 'Copy', fr: 'Copier', ar: 'نسخ' },
  copied: { en: 'Copied', fr: 'Copié', ar: 'نُسخ' },
  print: { en: 'Print', fr: 'Imprimer', ar: 'طباعة' },
  kept: { en: 'I have kept them', fr: 'Je les ai conservés', ar: 'حفظتها' },
  renew_codes: {
    en: 'New recovery codes',
    fr: 'Nouveaux codes de secours',
    ar: 'رموز استرجاع جديدة',
  },
  remove_password: {
    en: 'Remove the password',
    fr: 'Supprimer le mot de passe',
    ar: 'حذف كلمة السر',
  },
  half: {
    en: 'A password signs you in only together with the app.',
    fr: 'Le mot de passe ne suffit pas : il faut aussi l’application.',
    ar: 'لا تكفي كلمة السر وحدها: يلزم التطبيق أيضًا.',
  },

  sessions: { en: 'Where you are signed in', fr: 'Vos connexions', ar: 'أماكن تسجيل دخولك' },
  this_one: { en: 'this browser', fr: 'ce navigateur', ar: 'هذا المتصفّح' },
  seen: { en: 'active', fr: 'active le', ar: 'نشطة' },
  end: { en: 'End', fr: 'Mettre fin', ar: 'إنهاء' },
  end_others: {
    en: 'End all others',
    fr: 'Mettre fin à toutes les autres',
    ar: 'إنهاء كل الجلسات الأخرى',
  },
  unknown_browser: { en: 'Unknown browser', fr: 'Navigateur inconnu', ar: 'متصفّح غير معروف' },
  on_system: {
    en: '{browser} on {system}',
    fr: '{browser} sur {system}',
    ar: '{browser} على {system}',
  },

  look: { en: 'Language and appearance', fr: 'Langue et apparence', ar: 'اللغة والمظهر' },
  theme: { en: 'Appearance', fr: 'Apparence', ar: 'المظهر' },
  auto: { en: 'As the device', fr: 'Comme l’appareil', ar: 'كالجهاز' },
  light: { en: 'Light', fr: 'Clair', ar: 'فاتح' },
  dark: { en: 'Dark', fr: 'Sombre', ar: 'داكن' },

  tills: { en: 'Shared tills', fr: 'Caisses partagées', ar: 'الصناديق المشتركة' },
} as const satisfies Texts
