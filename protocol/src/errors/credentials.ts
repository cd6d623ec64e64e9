import type { ErrorEntry } from './entry.ts'

/** Signing in, confirming who one is, and what people sign in with. */
export const CREDENTIAL_ERRORS = {
  // The same for an unknown e-mail address, a wrong password and a wrong code: it tells nobody which.
  SIGN_IN401_UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'The e-mail address, the password or the code is wrong, or the code was used before. Check them, wait for the next code, and try again.',
      fr: 'L’adresse e-mail, le mot de passe ou le code est erroné, ou le code a déjà servi. Vérifiez-les, attendez le code suivant, puis réessayez.',
      ar: 'البريد الإلكتروني أو كلمة السر أو الرمز غير صحيح، أو سبق استعمال الرمز. تحقّق منها وانتظر الرمز الموالي ثم أعد المحاولة.',
    },
  },
  SIGN_IN429_TOO_MANY_GUESSES: {
    status: 429,
    messages: {
      en: 'There were too many wrong passwords or codes for this account. Wait the number of seconds in the header Retry-After, or use a passkey, which is not limited.',
      fr: 'Trop de mots de passe ou de codes erronés pour ce compte. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, ou utilisez une clé d’accès (passkey), qui n’est pas limitée.',
      ar: 'أُدخلت كلمات سر أو رموز خاطئة كثيرة لهذا الحساب. انتظر عدد الثواني المذكور في الترويسة Retry-After، أو استعمل مفتاح مرور (passkey) فهو غير محدود.',
    },
  },
  PASSKEY401_UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'This passkey was not accepted: it is unknown or removed, or too much time has passed. Try again, or choose another way.',
      fr: 'Cette clé d’accès (passkey) n’a pas été acceptée : elle est inconnue ou supprimée, ou le délai est dépassé. Réessayez, ou choisissez un autre moyen.',
      ar: 'لم يُقبل مفتاح المرور (passkey): إما أنه غير معروف أو محذوف، أو انقضت المهلة. أعد المحاولة أو اختر طريقة أخرى.',
    },
  },
  PASSKEY404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'You have no passkey with this id. Nothing was changed. Check the id (such as pky_3) against the list of your passkeys.',
      fr: 'Vous n’avez aucune clé d’accès portant cet identifiant. Rien n’a été modifié. Vérifiez-le (par exemple pky_3) dans la liste de vos clés d’accès.',
      ar: 'ليس لديك مفتاح مرور بهذا المعرّف. لم يتغيّر شيء. قارن المعرّف (مثل pky_3) بقائمة مفاتيحك.',
    },
  },
  PASSKEY409_NO_DOMAIN: {
    status: 409,
    messages: {
      en: 'Passkeys need a domain name, and this platform is reached by an IP address. Use a password and a code, or ask the operator to set WASL_PUBLIC_URL.',
      fr: 'Les clés d’accès (passkeys) exigent un nom de domaine, or cette plateforme est atteinte par une adresse IP. Utilisez un mot de passe et un code, ou demandez à l’opérateur de définir WASL_PUBLIC_URL.',
      ar: 'تحتاج مفاتيح المرور (passkeys) إلى اسم نطاق، وهذه المنصّة تُفتح بعنوان IP. استعمل كلمة سر ورمزًا، أو اطلب من المشغّل ضبط WASL_PUBLIC_URL.',
    },
  },
  PASSKEY409_TOO_MANY: {
    status: 409,
    messages: {
      en: 'You have as many passkeys as an account can have. Nothing was changed. Remove one that you do not use any more, then add this one.',
      fr: 'Vous avez déjà le nombre maximal de clés d’accès. Rien n’a été modifié. Supprimez-en une qui ne sert plus, puis ajoutez celle-ci.',
      ar: 'لديك أقصى عدد من مفاتيح المرور لحساب واحد. لم يتغيّر شيء. احذف مفتاحًا لم تعد تستعمله ثم أضف هذا.',
    },
  },
  CREDENTIAL409_LAST: {
    status: 409,
    messages: {
      en: 'Without this you could no longer sign in. Nothing was changed. Add a passkey, or a password and a code, then remove this one.',
      fr: 'Sans cela, vous ne pourriez plus vous connecter. Rien n’a été modifié. Ajoutez d’abord une clé d’accès, ou un mot de passe et un code, puis supprimez ceci.',
      ar: 'من دونه لن تستطيع تسجيل الدخول. لم يتغيّر شيء. أضف أولًا مفتاح مرور، أو كلمة سر ورمزًا، ثم احذف هذا.',
    },
  },
  PASSWORD422_WEAK: {
    status: 422,
    messages: {
      en: 'This password is too easy to guess. Nothing was changed. Choose at least 12 characters, without repeating the same characters, and not your name, your e-mail address or a password that many people use. A few words that only you would put together are good.',
      fr: 'Ce mot de passe est trop facile à deviner. Rien n’a été modifié. Choisissez au moins 12 caractères, sans répéter toujours les mêmes, ni votre nom, ni votre adresse e-mail, ni un mot de passe que beaucoup emploient ; quelques mots que vous seul assembleriez conviennent bien.',
      ar: 'كلمة السر هذه سهلة التخمين. لم يتغيّر شيء. اختر 12 حرفًا على الأقل، دون تكرار الحروف نفسها، وليس اسمك ولا بريدك الإلكتروني ولا كلمة سر يستعملها كثيرون؛ بضع كلمات لا يجمعها غيرك تفي بالغرض.',
    },
  },
  TOTP422_WRONG_CODE: {
    status: 422,
    messages: {
      en: 'This is not the current code of the app. Nothing was changed. Check that the clock of the phone is right, wait for the next code, and type that one.',
      fr: 'Ce n’est pas le code actuel de l’application. Rien n’a été modifié. Vérifiez que l’heure du téléphone est exacte, attendez le code suivant, puis saisissez-le.',
      ar: 'ليس هذا الرمز الحالي في التطبيق. لم يتغيّر شيء. تأكّد من صحة ساعة الهاتف، وانتظر الرمز الموالي ثم أدخله.',
    },
  },
  TOTP409_ENDED: {
    status: 409,
    messages: {
      en: 'Too much time has passed since this secret was shown. Nothing was changed. Begin again and scan the new QR code.',
      fr: 'Trop de temps s’est écoulé depuis l’affichage de ce secret. Rien n’a été modifié. Recommencez et scannez le nouveau code QR.',
      ar: 'مرّ وقت طويل منذ عرض هذا السر. لم يتغيّر شيء. ابدأ من جديد وامسح رمز QR الجديد.',
    },
  },
  DEVICE401_UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'This browser is not enrolled for PINs, or its enrolment was revoked. Ask the supervisor to enrol it, or sign in with a passkey or a password.',
      fr: 'Ce navigateur n’est pas enregistré pour les codes PIN, ou son enregistrement a été révoqué. Demandez au superviseur de l’enregistrer, ou connectez-vous avec une clé d’accès ou un mot de passe.',
      ar: 'هذا المتصفّح غير مسجَّل لرموز PIN أو أُلغي تسجيله. اطلب من المشرف تسجيله، أو سجّل الدخول بمفتاح مرور أو بكلمة سر.',
    },
  },
  DEVICE403_SUPERVISORS_ONLY: {
    status: 403,
    messages: {
      en: 'Only a supervisor or the manager of a channel can enrol devices and help with PINs. Nothing was changed. Ask one of them.',
      fr: 'Seul un superviseur ou le responsable d’un canal enregistre des appareils et intervient sur les codes PIN. Rien n’a été modifié. Adressez-vous à l’un d’eux.',
      ar: 'لا يسجّل الأجهزة ولا يعالج رموز PIN إلا مشرف القناة أو مديرها. لم يتغيّر شيء. اطلب ذلك من أحدهما.',
    },
  },
  DEVICE409_TOO_MANY: {
    status: 409,
    messages: {
      en: 'Your channel has {limit} enrolled devices, the most that it may have for its number of active agents. Nothing was changed. Revoke a device that is no longer used, then enrol this one.',
      fr: 'Votre canal compte {limit} appareils enregistrés, le maximum pour son nombre d’agents actifs. Rien n’a été modifié. Révoquez un appareil qui ne sert plus, puis enregistrez celui-ci.',
      ar: 'لقناتك {limit} جهازًا مسجّلًا، وهو الحد الأقصى لعدد أعوانها النشطين. لم يتغيّر شيء. ألغِ تسجيل جهاز لم يعد مستعملًا ثم سجّل هذا.',
    },
    extra: { limit: 24 },
  },
  DEVICE404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'Your channel has no device with this id. Nothing was changed. Check the id (such as dev_4) against the list of devices.',
      fr: 'Votre canal n’a aucun appareil portant cet identifiant. Rien n’a été modifié. Vérifiez-le (par exemple dev_4) dans la liste des appareils.',
      ar: 'ليس لقناتك جهاز بهذا المعرّف. لم يتغيّر شيء. قارن المعرّف (مثل dev_4) بقائمة الأجهزة.',
    },
  },
  PIN401_UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'The PIN or the one-time code is wrong. After five wrong ones it is locked on this device, until a supervisor unlocks it.',
      fr: 'Le code PIN ou le code à usage unique est erroné. Après cinq erreurs, il est verrouillé sur cet appareil jusqu’à ce qu’un superviseur le déverrouille.',
      ar: 'رمز PIN أو رمز الاستعمال الواحد غير صحيح. بعد خمسة أخطاء يُقفل على هذا الجهاز حتى يفتحه المشرف.',
    },
    extra: { triesLeft: 3 },
  },
  PIN403_LOCKED: {
    status: 403,
    messages: {
      en: 'This PIN is locked on this device after five wrong tries. Ask a supervisor to unlock it.',
      fr: 'Ce code PIN est verrouillé sur cet appareil après cinq erreurs. Demandez à un superviseur de le déverrouiller.',
      ar: 'رمز PIN هذا مقفل على هذا الجهاز بعد خمسة أخطاء. اطلب من المشرف فتحه.',
    },
  },
  PIN429_TOO_MANY_GUESSES: {
    status: 429,
    messages: {
      en: 'There were too many wrong PINs or codes for this agent, on all devices together. Wait the number of seconds in the header Retry-After, or ask a supervisor for a new one-time code and choose another PIN.',
      fr: 'Trop de codes PIN ou de codes à usage unique erronés pour cet agent, tous appareils confondus. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, ou demandez à un superviseur un nouveau code à usage unique et choisissez un autre code PIN.',
      ar: 'أُدخلت رموز PIN أو رموز استعمال واحد خاطئة كثيرة لهذا العون على كل الأجهزة معًا. انتظر عدد الثواني المذكور في الترويسة Retry-After، أو اطلب من المشرف رمز استعمال واحد جديدًا واختر رمز PIN آخر.',
    },
  },
  PIN422_WEAK: {
    status: 422,
    messages: {
      en: 'This PIN is among the first that people try. Nothing was changed. Choose 4 to 8 digits with at least three different ones: no sequence such as 1234, no line of the keypad such as 2580, no repetition such as 123123, and no year.',
      fr: 'Ce code PIN est parmi les premiers que l’on essaie. Rien n’a été modifié. Choisissez 4 à 8 chiffres, dont au moins trois différents : pas de suite comme 1234, pas de ligne du clavier comme 2580, pas de répétition comme 123123, et pas d’année.',
      ar: 'رمز PIN هذا من أول ما يجرّبه الناس. لم يتغيّر شيء. اختر من 4 إلى 8 أرقام منها ثلاثة مختلفة على الأقل: لا تسلسل مثل 1234، ولا خط على لوحة الأرقام مثل 2580، ولا تكرار مثل 123123، ولا سنة.',
    },
  },
  PIN429_TOO_SOON: {
    status: 429,
    messages: {
      en: 'The last PIN was wrong. Wait the number of seconds in the header Retry-After before the next try.',
      fr: 'Le dernier code PIN était erroné. Attendez le nombre de secondes indiqué par l’en-tête Retry-After avant le prochain essai.',
      ar: 'كان رمز PIN الأخير خاطئًا. انتظر عدد الثواني المذكور في الترويسة Retry-After قبل المحاولة التالية.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
