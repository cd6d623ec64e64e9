import type { Texts } from '../../texts/texts.ts'

/** A new channel: its people, its agents and its tills. */
export const SET_UP = {
  people: { en: 'People who sign in', fr: 'Personnes qui se connectent', ar: 'من يسجّلون الدخول' },
  noPeople: {
    en: 'Nobody of the channel signs in yet. Invite its manager first: the manager runs the rest.',
    fr: 'Personne du canal ne se connecte encore. Invitez d’abord son responsable : il fait le reste.',
    ar: 'لا أحد من القناة يسجّل الدخول بعد. ادعُ مديرها أولًا، وهو يتولّى الباقي.',
  },
  tills: { en: 'Tills', fr: 'Caisses', ar: 'الصناديق' },
  noTills: {
    en: 'No till yet. On a till each agent signs in with a PIN, whose first code the manager gives.',
    fr: 'Aucune caisse encore. Sur une caisse, chaque agent se connecte avec un code PIN ; le responsable donne le premier code.',
    ar: 'لا صندوق بعد. على الصندوق يدخل كل عون برمز PIN، ويعطي المدير الرمز الأول.',
  },
  invite: { en: 'Invite someone', fr: 'Inviter une personne', ar: 'ادعُ شخصًا' },
  inviteVerb: { en: 'Invite', fr: 'Inviter', ar: 'ادعُ' },
  addAgent: { en: 'Add an agent', fr: 'Ajouter un agent', ar: 'أضف عونًا' },
  addVerb: { en: 'Add', fr: 'Ajouter', ar: 'أضف' },
  addTill: { en: 'Add a till', fr: 'Ajouter une caisse', ar: 'أضف صندوقًا' },
  makeLink: { en: 'Make the link', fr: 'Créer le lien', ar: 'أنشئ الرابط' },
  name: { en: 'Name', fr: 'Nom', ar: 'الاسم' },
  email: { en: 'E-mail', fr: 'E-mail', ar: 'البريد الإلكتروني' },
  role: { en: 'Role', fr: 'Rôle', ar: 'الدور' },
  agent: { en: 'Agent', fr: 'Agent', ar: 'العون' },
  state: { en: 'State', fr: 'État', ar: 'الحالة' },
  noAgentYet: {
    en: 'Add the agent to the channel first.',
    fr: 'Ajoutez d’abord l’agent au canal.',
    ar: 'أضف العون إلى القناة أولًا.',
  },
  agentSays: {
    en: 'Somebody who takes money, at a counter or on the road.',
    fr: 'Une personne qui encaisse, au guichet ou en tournée.',
    ar: 'شخص يقبض النقود، في الشباك أو في التوصيل.',
  },
  cashMax: {
    en: 'Most cash in hand, DA (optional)',
    fr: 'Espèces détenues au plus, DA (facultatif)',
    ar: 'أقصى ما يحوزه من نقود، د.ج (اختياري)',
  },
  tillName: {
    en: 'Name of the counter or device',
    fr: 'Nom du guichet ou de l’appareil',
    ar: 'اسم الشباك أو الجهاز',
  },
  personLink: {
    en: 'Give this link to {name}. It works once, for a week, and is shown only now.',
    fr: 'Transmettez ce lien à {name}. Il sert une fois, pendant une semaine, et n’est affiché que maintenant.',
    ar: 'سلّم هذا الرابط إلى {name}. يعمل مرة واحدة خلال أسبوع، ولا يُعرض إلا الآن.',
  },
  tillLink: {
    en: 'Open this link on {name}. It works once, within a day, and is shown only now.',
    fr: 'Ouvrez ce lien sur {name}. Il sert une fois, dans la journée, et n’est affiché que maintenant.',
    ar: 'افتح هذا الرابط على {name}. يعمل مرة واحدة خلال يوم، ولا يُعرض إلا الآن.',
  },
  enrolledBy: { en: 'Enrolled by', fr: 'Enregistrée par', ar: 'سجّله' },
  since: { en: 'Since', fr: 'Depuis', ar: 'منذ' },
  revoked: { en: 'revoked', fr: 'révoquée', ar: 'ملغى' },
} as const satisfies Texts
