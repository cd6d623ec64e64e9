import type { ErrorEntry } from './entry.ts'

/** Signing in through a company's directory (W277). */
export const DIRECTORY_ERRORS = {
  DIRECTORY404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'No company directory is set up for this organisation. Check the address of the page against the one that your company gave you, or sign in with a passkey or a password.',
      fr: 'Aucun annuaire d’entreprise n’est configuré pour cette organisation. Comparez l’adresse de la page à celle que votre entreprise vous a donnée, ou connectez-vous avec une clé d’accès ou un mot de passe.',
      ar: 'لا يوجد دليل شركة مضبوط لهذه المؤسسة. قارن عنوان الصفحة بالعنوان الذي أعطته لك شركتك، أو سجّل الدخول بمفتاح مرور أو بكلمة سر.',
    },
  },
  DIRECTORY401_NOT_CONFIRMED: {
    status: 401,
    messages: {
      en: 'Your company’s directory did not confirm this sign-in: it was cancelled, began in another browser, took too long, or its answer was not for this platform. You are not signed in. Begin again on the sign-in page.',
      fr: 'L’annuaire de votre entreprise n’a pas confirmé cette connexion : elle a été annulée, a commencé dans un autre navigateur, a duré trop longtemps, ou sa réponse n’était pas destinée à cette plateforme. Vous n’êtes pas connecté. Recommencez depuis la page de connexion.',
      ar: 'لم يؤكّد دليل شركتك هذا الدخول: إما أنه أُلغي، أو بدأ في متصفّح آخر، أو طال كثيرًا، أو لم يكن جوابه موجّهًا إلى هذه المنصّة. لم تسجّل الدخول. ابدأ من جديد من صفحة الدخول.',
    },
  },
  DIRECTORY403_NO_GROUP: {
    status: 403,
    messages: {
      en: 'Your company’s directory gives you no group that may use this platform, so you cannot sign in. An account that you had here is closed, and its sessions have ended. Ask your company’s administrator for a group, then sign in again.',
      fr: 'L’annuaire de votre entreprise ne vous donne aucun groupe autorisé sur cette plateforme : vous ne pouvez pas vous connecter. Si vous aviez un compte ici, il est fermé et ses sessions ont pris fin. Demandez un groupe à l’administrateur de votre entreprise, puis reconnectez-vous.',
      ar: 'لا يمنحك دليل شركتك أي مجموعة يُسمح لها باستعمال هذه المنصّة، فلا يمكنك الدخول. وإن كان لك حساب هنا فقد أُغلق وانتهت جلساته. اطلب مجموعة من مسؤول النظام في شركتك ثم سجّل الدخول من جديد.',
    },
  },
  DIRECTORY403_CLOSED: {
    status: 403,
    messages: {
      en: 'An owner of your organisation has closed your account here. You are not signed in. Ask an owner to invite you again.',
      fr: 'Un propriétaire (owner) de votre organisation a fermé votre compte ici. Vous n’êtes pas connecté. Demandez à un propriétaire de vous réinviter.',
      ar: 'أغلق أحد مالكي (owner) مؤسستك حسابك هنا. لم تسجّل الدخول. اطلب من أحد المالكين أن يدعوك من جديد.',
    },
  },
  DIRECTORY403_SIGN_IN_THERE: {
    status: 403,
    messages: {
      en: 'You sign in through your company’s directory. You are not signed in. Use the button for your company on the sign-in page; a passkey or a code only confirms who you are.',
      fr: 'Vous vous connectez par l’annuaire de votre entreprise. Vous n’êtes pas connecté. Utilisez le bouton de votre entreprise sur la page de connexion ; une clé d’accès ou un code ne fait que confirmer votre identité.',
      ar: 'تسجّل الدخول عبر دليل شركتك. لم تسجّل الدخول. استعمل زر شركتك في صفحة الدخول؛ أما مفتاح المرور أو الرمز فلتأكيد هويتك فقط.',
    },
  },
  DIRECTORY409_ROLE: {
    status: 409,
    messages: {
      en: 'The groups of your company’s directory decide the role of this user. Nothing was changed. Change the group there, or invite the user again: then the user signs in with a passkey or a password instead.',
      fr: 'Les groupes de l’annuaire de votre entreprise décident du rôle de cet utilisateur. Rien n’a été modifié. Changez le groupe dans l’annuaire, ou réinvitez l’utilisateur : il se connectera alors avec une clé d’accès ou un mot de passe.',
      ar: 'مجموعات دليل شركتك هي التي تحدّد دور هذا المستخدم. لم يتغيّر شيء. غيّر المجموعة هناك، أو ادعُ المستخدم من جديد: فيسجّل الدخول عندئذ بمفتاح مرور أو بكلمة سر.',
    },
  },
  DIRECTORY502_NO_ANSWER: {
    status: 502,
    messages: {
      en: 'Your company’s directory did not answer as expected. You are not signed in, and nothing was changed. Try again in a few minutes; if it stays so, tell your company’s administrator.',
      fr: 'L’annuaire de votre entreprise n’a pas répondu comme prévu. Vous n’êtes pas connecté et rien n’a été modifié. Réessayez dans quelques minutes ; si cela persiste, prévenez l’administrateur de votre entreprise.',
      ar: 'لم يُجب دليل شركتك كما هو متوقّع. لم تسجّل الدخول ولم يتغيّر شيء. أعد المحاولة بعد بضع دقائق؛ وإن استمر ذلك فأخبر مسؤول النظام في شركتك.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
