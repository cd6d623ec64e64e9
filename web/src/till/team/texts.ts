import type { Texts } from '../base/texts.ts'

export const TEAM = {
  title: { en: 'Team', fr: 'Équipe', ar: 'الفريق' },
  refused: {
    en: 'Only a supervisor or the manager of the channel sees the team. Ask one of them.',
    fr: 'Seuls un superviseur ou le responsable du canal voient l’équipe. Adressez-vous à eux.',
    ar: 'لا يرى الفريق إلا المشرف أو مدير القناة. اطلب من أحدهما.',
  },
  empty: {
    en: 'This channel has no agents yet. Its manager adds them.',
    fr: 'Ce canal n’a pas encore d’agents. Son responsable les ajoute.',
    ar: 'لا أعوان في هذه القناة بعد. يضيفهم مديرها.',
  },
  stale: {
    en: 'As it was at {time}. It goes on when the network is back.',
    fr: 'État de {time}. La suite vient au retour du réseau.',
    ar: 'الحال كما كان في {time}. يتواصل حين تعود الشبكة.',
  },
  onShift: { en: 'On shift', fr: 'En poste', ar: 'في المناوبة' },
  withAgents: { en: 'Cash with the agents', fr: 'Argent chez les agents', ar: 'نقود لدى الأعوان' },
  inSafe: { en: 'Cash in the safe', fr: 'Argent au coffre', ar: 'نقود في الخزنة' },
  unnamed: {
    en: 'Cash without a named agent',
    fr: 'Argent sans agent nommé',
    ar: 'نقود بلا عون مسمّى',
  },
  counting: { en: 'counting', fr: 'comptage en cours', ar: 'قيد العدّ' },
  since: { en: 'since {time}', fr: 'depuis {time}', ar: 'منذ {time}' },
  off: { en: 'not on shift', fr: 'pas en poste', ar: 'خارج المناوبة' },
  inactive: { en: 'inactive', fr: 'inactif', ar: 'غير نشط' },
  oldest: {
    en: 'oldest cash of {day}',
    fr: 'argent le plus ancien : {day}',
    ar: 'أقدم النقود: {day}',
  },
  seen: { en: 'last seen {time}', fr: 'vu : {time}', ar: 'آخر اتصال {time}' },
  neverSeen: { en: 'never signed in', fr: 'jamais connecté', ar: 'لم يدخل قط' },
  open: {
    en: '{count, plural, one {# reference held} other {# references held}}',
    fr: '{count, plural, one {# référence réservée} other {# références réservées}}',
    ar: '{count, plural, =1 {مرجع واحد محجوز} =2 {مرجعان محجوزان} few {# مراجع محجوزة} other {# مرجعًا محجوزًا}}',
  },
  waits: { en: 'Waiting', fr: 'En attente', ar: 'في الانتظار' },
  nothingWaits: {
    en: 'No handover, no conflict and no difference waits.',
    fr: 'Aucune passation, aucun conflit, aucun écart en attente.',
    ar: 'لا تسليم ولا تعارض ولا فارق في الانتظار.',
  },
  handover: {
    en: '{from} hands over to {to}',
    fr: '{from} remet à {to}',
    ar: '{from} يسلّم إلى {to}',
  },
  hidden: {
    en: 'The amount is shown once it is received.',
    fr: 'Le montant s’affiche après la réception.',
    ar: 'يظهر المبلغ بعد الاستلام.',
  },
  conflict: {
    en: 'Cash taken, payment lost: {name}',
    fr: 'Argent encaissé, paiement perdu : {name}',
    ar: 'نقود قُبضت ودفعة ضاعت: {name}',
  },
  conflictSays: {
    en: 'Keep this cash apart until it is decided.',
    fr: 'Gardez cet argent à part jusqu’à la décision.',
    ar: 'اعزل هذه النقود حتى يُبتّ فيها.',
  },
  gaveBack: {
    en: 'The payer has it back',
    fr: 'Le payeur l’a repris',
    ar: 'استردّها الدافع',
  },
  gaveBackSays: {
    en: 'Did you see the agent give it back, or speak with the payer? It leaves the agent’s cash for good.',
    fr: 'Avez-vous vu l’agent le rendre, ou parlé au payeur ? L’argent quitte définitivement la caisse de l’agent.',
    ar: 'هل رأيت العون يعيدها أو كلّمت الدافع؟ تخرج نهائيًا من نقود العون.',
  },
  gaveBackYes: {
    en: 'Yes, the payer has it back',
    fr: 'Oui, le payeur l’a repris',
    ar: 'نعم، استردّها الدافع',
  },
  difference: {
    en: 'Counted, not closed: {name}',
    fr: 'Compté, pas fermé : {name}',
    ar: 'عُدّ ولم يُقفل: {name}',
  },
  short: { en: 'Too little: {name}', fr: 'Il manque : {name}', ar: 'ناقص: {name}' },
  over: { en: 'Too much: {name}', fr: 'Il y a trop : {name}', ar: 'زائد: {name}' },
  operatorDecides: {
    en: 'The operator decides.',
    fr: 'L’opérateur décide.',
    ar: 'يبتّ المشغّل فيه.',
  },
  decide: { en: 'Decide', fr: 'Décider', ar: 'ابتّ فيه' },
  reason: { en: 'Why', fr: 'Pourquoi', ar: 'السبب' },
  reasonFirst: {
    en: 'Write why first: it stays with the decision.',
    fr: 'Écrivez d’abord pourquoi : la raison reste avec la décision.',
    ar: 'اكتب السبب أولًا: يبقى مع القرار.',
  },
  agentOwes: { en: 'The agent owes it', fr: 'L’agent le doit', ar: 'العون مدين به' },
  payersMoney: {
    en: 'It belongs to a payer: keep it apart',
    fr: 'C’est à un payeur : à garder à part',
    ar: 'هو لدافع: يُعزل له',
  },
  channelKeeps: {
    en: 'It belongs to nobody: a gain',
    fr: 'Ce n’est à personne : un gain',
    ar: 'ليس لأحد: يُقيَّد ربحًا',
  },
  lossSays: {
    en: 'Nobody owes it? Leave it: only the operator decides about a loss.',
    fr: 'Personne ne le doit ? Laissez-le : la perte est décidée par l’opérateur.',
    ar: 'لا أحد مدين به؟ اتركه: الخسارة يقرّها المشغّل.',
  },
  later: { en: 'Later', fr: 'Plus tard', ar: 'لاحقًا' },
  safe: { en: 'the safe', fr: 'le coffre', ar: 'الخزنة' },
  channel: { en: 'the channel', fr: 'le canal', ar: 'القناة' },
} as const satisfies Texts
