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
    en: 'Keep this cash apart. The operator decides.',
    fr: 'Gardez cet argent à part. L’opérateur décide.',
    ar: 'اعزل هذه النقود. يبتّ المشغّل فيها.',
  },
  difference: {
    en: 'Counted, not closed: {name}',
    fr: 'Compté, pas fermé : {name}',
    ar: 'عُدّ ولم يُقفل: {name}',
  },
  safe: { en: 'the safe', fr: 'le coffre', ar: 'الخزنة' },
  channel: { en: 'the channel', fr: 'le canal', ar: 'القناة' },
} as const satisfies Texts
