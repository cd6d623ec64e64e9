import type { ErrorEntry } from './entry.ts'

const PERMISSION_EXTRA = { permission: 'payments.refund' }

/** Users, their roles and their sessions (D29). */
export const PEOPLE_ERRORS = {
  PERSON401_UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'You are not signed in, or your session has ended. Sign in again.',
      fr: 'Vous n’êtes pas connecté, ou votre session a pris fin. Connectez-vous de nouveau.',
      ar: 'لم تسجّل الدخول، أو انتهت جلستك. سجّل الدخول من جديد.',
    },
  },
  PERSON403_STEP_UP: {
    status: 403,
    messages: {
      en: 'This action needs a fresh confirmation that it is you. Nothing was changed. Confirm with your passkey, or with your password and code, then repeat the action.',
      fr: 'Cette action exige de confirmer à nouveau votre identité. Rien n’a été modifié. Confirmez avec votre clé d’accès (passkey), ou avec votre mot de passe et votre code, puis recommencez.',
      ar: 'يتطلّب هذا الإجراء تأكيد هويتك من جديد. لم يتغيّر شيء. أكّدها بمفتاح المرور (passkey)، أو بكلمة السر والرمز، ثم أعد الإجراء.',
    },
  },
  PERSON403_ORIGIN: {
    status: 403,
    messages: {
      en: 'A session may be used only by the pages of this platform, and this request does not come from one of them. Nothing was changed. Open the page on the platform’s own address and try again. A program uses an API key in the header x-api-key, without a cookie.',
      fr: 'Une session ne sert qu’aux pages de cette plateforme, et cette requête ne vient pas de l’une d’elles. Rien n’a été modifié. Ouvrez la page à l’adresse de la plateforme et réessayez. Un programme utilise une clé d’API dans l’en-tête x-api-key, sans cookie.',
      ar: 'لا تُستعمل الجلسة إلا من صفحات هذه المنصّة، وهذا الطلب لا يأتي من إحداها. لم يتغيّر شيء. افتح الصفحة على عنوان المنصّة نفسها وأعد المحاولة. أما البرامج فتستعمل مفتاح API في الترويسة x-api-key دون ملف ارتباط (cookie).',
    },
  },
  OPERATOR403_PERMISSION: {
    status: 403,
    messages: {
      en: 'This needs the permission {permission}, which your role does not include. Nothing was changed. Ask an owner of the operator to change your role, or ask a colleague who has the permission.',
      fr: 'Cette action exige le droit {permission}, que votre rôle ne comprend pas. Rien n’a été modifié. Demandez à un propriétaire (owner) de l’opérateur de changer votre rôle, ou adressez-vous à un collègue qui dispose de ce droit.',
      ar: 'يتطلّب هذا الإجراء الصلاحية {permission}، وهي ليست ضمن دورك. لم يتغيّر شيء. اطلب من مالك (owner) لدى المشغّل تغيير دورك، أو اطلب ذلك من زميل يملك هذه الصلاحية.',
    },
    extra: PERMISSION_EXTRA,
  },
  CHANNEL403_PERMISSION: {
    status: 403,
    messages: {
      en: 'This needs the permission {permission}, which your role or your API key does not include. Nothing was changed. Ask the manager of the channel to change your role, ask the operator for a key that has it, or ask a colleague who has the permission.',
      fr: 'Cette action exige le droit {permission}, que votre rôle ou votre clé d’API ne comprend pas. Rien n’a été modifié. Demandez au responsable (manager) du canal de changer votre rôle, à l’opérateur une clé qui a ce droit, ou adressez-vous à un collègue qui dispose de ce droit.',
      ar: 'يتطلّب هذا الإجراء الصلاحية {permission}، وهي ليست ضمن دورك أو مفتاح API الذي تستعمله. لم يتغيّر شيء. اطلب من مدير (manager) القناة تغيير دورك، أو من المشغّل مفتاحًا يملكها، أو اطلب ذلك من زميل يملك هذه الصلاحية.',
    },
    extra: PERMISSION_EXTRA,
  },
  PARTNER_API403_PERMISSION: {
    status: 403,
    messages: {
      en: 'This needs the permission {permission}, which your role or your API key does not include. Nothing was changed. Ask an owner of your company’s team to change your role or to make a key that has it, or ask a colleague who has the permission.',
      fr: 'Cette action exige le droit {permission}, que votre rôle ou votre clé d’API ne comprend pas. Rien n’a été modifié. Demandez à un propriétaire (owner) dans votre équipe de changer votre rôle ou de créer une clé qui a ce droit, ou adressez-vous à un collègue qui dispose de ce droit.',
      ar: 'يتطلّب هذا الإجراء الصلاحية {permission}، وهي ليست ضمن دورك أو مفتاح API الذي تستعمله. لم يتغيّر شيء. اطلب من مالك (owner) في فريق شركتك تغيير دورك أو إنشاء مفتاح يملكها، أو اطلب ذلك من زميل يملك هذه الصلاحية.',
    },
    extra: PERMISSION_EXTRA,
  },
  SESSION404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'You have no session with this id. It may have ended long ago. Check the id (such as ses_41) against the list of your sessions.',
      fr: 'Vous n’avez aucune session portant cet identifiant ; elle est peut-être terminée depuis longtemps. Vérifiez l’identifiant (par exemple ses_41) dans la liste de vos sessions.',
      ar: 'ليست لديك جلسة بهذا المعرّف، وربما انتهت منذ مدة. قارن المعرّف (مثل ses_41) بقائمة جلساتك.',
    },
  },
  USER404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no user with this id here. Check the id (such as usr_12) against the list of users.',
      fr: 'Aucun utilisateur ne porte ici cet identifiant. Vérifiez-le (par exemple usr_12) dans la liste des utilisateurs.',
      ar: 'لا يوجد هنا مستخدم بهذا المعرّف. قارنه (مثل usr_12) بقائمة المستخدمين.',
    },
  },
  USER409_TAKEN: {
    status: 409,
    messages: {
      en: 'This e-mail address, agent or name is taken: another user has it, another user’s name looks the same, the name is reserved for the platform, or it mixes alphabets or has symbols. Nothing was changed. Choose another one, or disable that user first.',
      fr: 'Cette adresse e-mail, cet agent ou ce nom est pris : un autre utilisateur l’a déjà ou porte un nom qui lui ressemble, le nom est réservé à la plateforme, ou il mélange des alphabets ou contient des symboles. Rien n’a été modifié. Choisissez-en un autre, ou désactivez d’abord cet utilisateur.',
      ar: 'يوجد مستخدم آخر بعنوان البريد هذا أو بهذا العون أو بهذا الاسم أو باسم يشبهه، أو الاسم محجوز للمنصة، أو فيه حروف أبجديات مختلفة أو رموز. لم يتغيّر شيء. اختر غيره، أو عطّل ذلك المستخدم أولًا.',
    },
  },
  USER409_LAST_OWNER: {
    status: 409,
    messages: {
      en: 'This is the last active owner (of a channel: manager). Nothing was changed. Make another user an owner first, so that somebody can always manage users.',
      fr: 'C’est le dernier propriétaire (owner) actif, ou le dernier responsable (manager) d’un canal. Rien n’a été modifié. Nommez d’abord un autre propriétaire, afin que quelqu’un puisse toujours gérer les utilisateurs.',
      ar: 'هذا آخر مالك (owner) نشط، أو آخر مدير (manager) للقناة. لم يتغيّر شيء. عيّن مالكًا آخر أولًا، حتى يبقى دائمًا من يدير المستخدمين.',
    },
  },
  INVITATION404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'This link does not work: it was used, replaced by a newer one, or has ended. Ask the person who invited you for a new one.',
      fr: 'Ce lien ne fonctionne pas : il a déjà servi, un plus récent l’a remplacé, ou il a expiré. Demandez-en un nouveau à la personne qui vous a invité.',
      ar: 'هذا الرابط لا يعمل: سبق استعماله، أو حلّ محلّه رابط أحدث، أو انتهت صلاحيته. اطلب رابطًا جديدًا ممن دعاك.',
    },
  },
  APPROVAL403_NOT_A_PERSON: {
    status: 403,
    messages: {
      en: 'On this platform people sign in, so a person must approve, not an API key. Nothing was changed. Sign in to the console and approve there, as a person other than the one who asked.',
      fr: 'Des personnes se connectent à cette plateforme : c’est donc une personne qui approuve, et non une clé d’API. Rien n’a été modifié. Connectez-vous et approuvez dans la console, avec le compte d’une autre personne que l’auteur.',
      ar: 'يسجّل الأشخاص دخولهم إلى هذه المنصّة، فالموافقة لشخص لا لمفتاح API. لم يتغيّر شيء. سجّل الدخول ووافق من لوحة التحكّم، بصفتك شخصًا غير من أنشأ العملية.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
