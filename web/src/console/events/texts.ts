import { EVENT_KIND_WORDS, EVENT_STATE_WORDS } from '@wasl/protocol/list-words'
import type { Texts } from '../../texts/texts.ts'

export const EVENTS = {
  title: { en: 'Webhook events', fr: 'Événements webhook', ar: 'إشعارات webhook' },
  caption: {
    en: 'Events, the newest payment first',
    fr: 'Événements, le paiement le plus récent d’abord',
    ar: 'الإشعارات، الدفعة الأحدث أولًا',
  },
  partner: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
  every: { en: 'All', fr: 'Tous', ar: 'الكل' },
  state: { en: 'State', fr: 'État', ar: 'الحالة' },
  kind: { en: 'Event', fr: 'Événement', ar: 'الإشعار' },
  from: { en: 'From', fr: 'Du', ar: 'من' },
  to: { en: 'To', fr: 'Au', ar: 'إلى' },
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  attempts: { en: 'Attempts', fr: 'Tentatives', ar: 'المحاولات' },
  made: { en: 'Made', fr: 'Émis', ar: 'أُنشئ' },
  next: { en: 'Next', fr: 'Prochaine', ar: 'التالية' },
  ...EVENT_STATE_WORDS,
  ...EVENT_KIND_WORDS,
  emptyTitle: {
    en: 'No event yet. The first one comes with the first payment.',
    fr: 'Aucun événement pour l’instant. Le premier arrivera avec le premier paiement.',
    ar: 'لا إشعارات بعد. يأتي أولها مع أول دفعة.',
  },
  resend: {
    en: 'Send late webhooks again',
    fr: 'Renvoyer les avis en retard',
    ar: 'إعادة إرسال الإشعارات المتأخرة',
  },
  sendChosen: { en: 'Send selected again', fr: 'Renvoyer la sélection', ar: 'أعد إرسال المختار' },
  sendChosenSays: {
    en: '{count, plural, one {One event is} other {{count, number} events are}} sent again now, also where the partner has acknowledged.',
    fr: '{count, plural, one {Un événement est renvoyé} other {{count, number} événements sont renvoyés}} maintenant, même si le partenaire a déjà répondu.',
    ar: '{count, plural, one {يُعاد الآن إرسال إشعار واحد} two {يُعاد الآن إرسال إشعارين} few {يُعاد الآن إرسال {count, number} إشعارات} many {يُعاد الآن إرسال {count, number} إشعارًا} other {يُعاد الآن إرسال {count, number} إشعار}}، حتى إن كان الشريك قد أقرّ بالاستلام.',
  },
  resendSince: { en: 'Since', fr: 'Depuis le', ar: 'منذ' },
  resendTime: { en: 'at', fr: 'à', ar: 'الساعة' },
  resendStates: { en: 'Which events', fr: 'Quels événements', ar: 'أي إشعارات' },
  unsent: {
    en: 'Those that did not arrive',
    fr: 'Ceux qui ne sont pas arrivés',
    ar: 'التي لم تصل',
  },
  everything: {
    en: 'All, also those that arrived',
    fr: 'Tous, même ceux qui sont arrivés',
    ar: 'كلها، حتى التي وصلت',
  },
  counting: { en: 'Counting…', fr: 'Décompte…', ar: 'جارٍ العدّ…' },
  counted: {
    en: '{count, plural, =0 {No event matches.} one {One event will be sent again.} other {{count, number} events will be sent again.}}',
    fr: '{count, plural, =0 {Aucun événement ne correspond.} one {Un événement sera renvoyé.} other {{count, number} événements seront renvoyés.}}',
    ar: '{count, plural, =0 {لا إشعار يطابق.} one {سيُعاد إرسال إشعار واحد.} two {سيُعاد إرسال إشعارين.} few {سيُعاد إرسال {count, number} إشعارات.} other {سيُعاد إرسال {count, number} إشعارًا.}}',
  },
  tooMany: {
    en: 'More than 100,000 events match. Choose a shorter period or one partner.',
    fr: 'Plus de 100 000 événements correspondent. Choisissez une période plus courte ou un partenaire.',
    ar: 'أكثر من 100000 إشعار يطابق. اختر مدة أقصر أو شريكًا واحدًا.',
  },
  chooseSince: {
    en: 'Choose the day and the hour when the outage began.',
    fr: 'Indiquez le jour et l’heure du début de la panne.',
    ar: 'اختر يوم بداية العطل وساعته.',
  },
  send: { en: 'Send again', fr: 'Renvoyer', ar: 'أعد الإرسال' },
  progress: {
    en: '{sent, number} of {count, number} events sent again',
    fr: '{sent, number} événements renvoyés sur {count, number}',
    ar: 'أُعيد إرسال {sent, number} من {count, number}',
  },
  progressOf: {
    en: '{name}, events since {since}',
    fr: '{name}, événements depuis le {since}',
    ar: '{name}، الإشعارات منذ {since}',
  },
  allPartners: { en: 'All partners', fr: 'Tous les partenaires', ar: 'كل الشركاء' },
  finished: {
    en: 'Everything has been sent again: {sent, number}. {leftOut, plural, =0 {} other {Left out, because they were being sent: {leftOut, number}.}}',
    fr: 'Tout a été renvoyé : {sent, number}. {leftOut, plural, =0 {} other {Laissés de côté, car déjà en cours d’envoi : {leftOut, number}.}}',
    ar: 'أُعيد إرسال الكل: {sent, number}. {leftOut, plural, =0 {} other {تُركت لأنها قيد الإرسال: {leftOut, number}.}}',
  },
  stopped: {
    en: 'Stopped after {sent, number} of {count, number}.',
    fr: 'Arrêté après {sent, number} sur {count, number}.',
    ar: 'توقّف بعد {sent, number} من {count, number}.',
  },
  stop: { en: 'Stop', fr: 'Arrêter', ar: 'أوقف' },
  test: { en: 'Send a test', fr: 'Envoyer un test', ar: 'أرسل إشعارًا تجريبيًا' },
  testGood: {
    en: '{name} answered as it should, in {ms, number} ms.',
    fr: '{name} a répondu correctement, en {ms, number} ms.',
    ar: 'أجاب {name} كما يجب، خلال {ms, number} م.ث.',
  },
  testBad: {
    en: '{name} did not answer as it should.',
    fr: '{name} n’a pas répondu correctement.',
    ar: 'لم يُجب {name} كما يجب.',
  },
  testNone: {
    en: 'A test is not about a payment.',
    fr: 'Un test n’annonce aucun paiement.',
    ar: 'الإشعار التجريبي لا يخصّ أي دفعة.',
  },
} as const satisfies Texts

export const EVENT = {
  title: { en: 'Webhook event', fr: 'Événement webhook', ar: 'إشعار webhook' },
  delivered: {
    en: '{name} received this event.',
    fr: '{name} a bien reçu cet événement.',
    ar: 'وصل هذا الإشعار إلى {name}.',
  },
  failed: {
    en: '{name} did not receive this event, and nothing more is sent unless somebody asks for it.',
    fr: '{name} n’a pas reçu cet événement, et plus rien ne part sans une demande.',
    ar: 'لم يصل هذا الإشعار إلى {name}، ولن يُرسل شيء آخر ما لم يُطلب ذلك.',
  },
  waiting: {
    en: '{name} has not acknowledged this event yet. The next attempt is at {time}.',
    fr: '{name} n’a pas encore accusé réception. Prochaine tentative le {time}.',
    ar: 'لم يؤكّد {name} الاستلام بعد. المحاولة التالية في {time}.',
  },
  underway: {
    en: 'The event is being sent to {name} right now.',
    fr: 'L’événement part vers {name} en ce moment.',
    ar: 'يُرسل الإشعار إلى {name} الآن.',
  },
  again: { en: 'Send again', fr: 'Renvoyer', ar: 'أعد الإرسال' },
  attempts: { en: 'Attempts', fr: 'Tentatives', ar: 'المحاولات' },
  none: { en: 'No attempt yet.', fr: 'Aucune tentative pour l’instant.', ar: 'لا محاولات بعد.' },
  acknowledged: {
    en: 'Attempt {attempt}: the partner acknowledged it in {ms, number} ms.',
    fr: 'Tentative {attempt} : le partenaire a accusé réception en {ms, number} ms.',
    ar: 'المحاولة {attempt}: أكّد الشريك الاستلام خلال {ms, number} م.ث.',
  },
  http: {
    en: 'Attempt {attempt}: the partner answered HTTP {status} in {ms, number} ms.',
    fr: 'Tentative {attempt} : le partenaire a répondu HTTP {status} en {ms, number} ms.',
    ar: 'المحاولة {attempt}: أجاب الشريك بالرمز HTTP {status} خلال {ms, number} م.ث.',
  },
  notAcknowledged: {
    en: 'Attempt {attempt}: the partner answered, but did not acknowledge it.',
    fr: 'Tentative {attempt} : le partenaire a répondu sans accuser réception.',
    ar: 'المحاولة {attempt}: أجاب الشريك دون تأكيد الاستلام.',
  },
  timeout: {
    en: 'Attempt {attempt}: no answer within 10 seconds.',
    fr: 'Tentative {attempt} : aucune réponse en 10 secondes.',
    ar: 'المحاولة {attempt}: لا جواب خلال 10 ثوانٍ.',
  },
  unreachable: {
    en: 'Attempt {attempt}: the partner could not be reached.',
    fr: 'Tentative {attempt} : le partenaire était injoignable.',
    ar: 'المحاولة {attempt}: تعذّر الوصول إلى الشريك.',
  },
  notSent: {
    en: 'Attempt {attempt}: nothing was sent.',
    fr: 'Tentative {attempt} : rien n’a été envoyé.',
    ar: 'المحاولة {attempt}: لم يُرسل شيء.',
  },
  running: {
    en: 'Attempt {attempt} is under way.',
    fr: 'Tentative {attempt} en cours.',
    ar: 'المحاولة {attempt} جارية.',
  },
  answer: { en: 'What the partner answered', fr: 'La réponse du partenaire', ar: 'جواب الشريك' },
  body: { en: 'What is sent', fr: 'Ce qui est envoyé', ar: 'ما يُرسل' },
  about: { en: 'About', fr: 'Au sujet de', ar: 'بخصوص' },
  partner: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  payment: { en: 'Payment', fr: 'Paiement', ar: 'الدفعة' },
  open: { en: 'Open the payment', fr: 'Ouvrir le paiement', ar: 'افتح الدفعة' },
  made: { en: 'Made', fr: 'Émis', ar: 'أُنشئ' },
  state: { en: 'State', fr: 'État', ar: 'الحالة' },
} as const satisfies Texts
