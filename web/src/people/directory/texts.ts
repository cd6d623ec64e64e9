import type { Texts } from '../../texts/texts.ts'

export const DIRECTORY = {
  title: { en: 'Company directory', fr: 'Annuaire d’entreprise', ar: 'دليل الشركة' },
  says: {
    en: 'Your people can sign in with the account of your company (OpenID Connect). Who loses the group there loses the account here at the next sign-in. Owners are invited and sign in with a passkey or a password, so that somebody can always come back in.',
    fr: 'Vos collaborateurs peuvent se connecter avec le compte de votre entreprise (OpenID Connect). Qui perd son groupe là-bas perd son compte ici à la connexion suivante. Les propriétaires sont invités et se connectent avec une clé d’accès ou un mot de passe : quelqu’un peut ainsi toujours revenir.',
    ar: 'يمكن لموظفيك الدخول بحساب شركتك (OpenID Connect). ومن يفقد مجموعته هناك يفقد حسابه هنا عند الدخول الموالي. أما المالكون فيُدعون ويدخلون بمفتاح مرور أو بكلمة سر، حتى يبقى دائمًا من يستطيع الدخول.',
  },
  there: { en: 'At your directory', fr: 'Dans votre annuaire', ar: 'في دليل شركتك' },
  redirectUri: { en: 'Redirect URI', fr: 'URI de redirection', ar: 'عنوان العودة' },
  signInUrl: {
    en: 'Address for your people',
    fr: 'Adresse pour vos collaborateurs',
    ar: 'العنوان الذي تعطيه لموظفيك',
  },
  here: { en: 'Here', fr: 'Ici', ar: 'هنا' },
  issuer: { en: 'Issuer', fr: 'Émetteur', ar: 'المُصدِر' },
  issuerSays: {
    en: 'The https address by which the directory names itself, exactly.',
    fr: 'L’adresse https par laquelle l’annuaire se désigne, exactement.',
    ar: 'عنوان https الذي يسمّي به الدليل نفسه، بالضبط.',
  },
  clientId: { en: 'Client id', fr: 'Identifiant du client', ar: 'معرّف العميل' },
  clientSecret: { en: 'Client secret', fr: 'Secret du client', ar: 'سرّ العميل' },
  keptSecret: {
    en: 'Leave it empty to keep the stored one.',
    fr: 'Laissez vide pour garder celui qui est enregistré.',
    ar: 'اتركه فارغًا للإبقاء على السر المحفوظ.',
  },
  groupsClaim: {
    en: 'Claim with the groups',
    fr: 'Champ des groupes (claim)',
    ar: 'حقل المجموعات',
  },
  groupsOf: { en: 'Groups: {role}', fr: 'Groupes : {role}', ar: 'المجموعات: {role}' },
  groupsSay: {
    en: 'Names of groups, separated by commas. Who has groups of several roles gets the first of these roles.',
    fr: 'Noms de groupes, séparés par des virgules. Qui a des groupes de plusieurs rôles reçoit le premier de ces rôles.',
    ar: 'أسماء المجموعات تفصل بينها فواصل. ومن له مجموعات أدوار عدة ينال أول هذه الأدوار.',
  },
  save: { en: 'Save', fr: 'Enregistrer', ar: 'احفظ' },
  saved: {
    en: 'Saved. The directory answered as it should.',
    fr: 'Enregistré. L’annuaire a répondu comme prévu.',
    ar: 'تم الحفظ. أجاب الدليل كما يجب.',
  },
  remove: { en: 'Remove', fr: 'Retirer', ar: 'إزالة' },
  removeTitle: {
    en: 'Remove the company directory?',
    fr: 'Retirer l’annuaire d’entreprise ?',
    ar: 'إزالة دليل الشركة؟',
  },
  removeSays: {
    en: 'The accounts of all people who came from there are closed and their sessions end. Invite those who stay.',
    fr: 'Les comptes de toutes les personnes venues de là sont fermés et leurs sessions prennent fin. Invitez celles qui restent.',
    ar: 'تُغلق حسابات كل من جاؤوا منه وتنتهي جلساتهم. ادعُ من يبقى منهم.',
  },
  changed: {
    en: 'Last changed by {by}',
    fr: 'Modifié en dernier par {by}',
    ar: 'آخر من عدّله {by}',
  },
} as const satisfies Texts
