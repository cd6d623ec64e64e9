import type { Texts } from '../../texts/texts.ts'

export const SETTINGS = {
  title: { en: 'Money settings', fr: 'Réglages d’argent', ar: 'إعدادات المال' },
  says: {
    en: 'Tolerances, limits and lock times decide about money by themselves. One person asks for a change, another confirms it.',
    fr: 'Les tolérances, limites et durées décident d’argent d’elles-mêmes. Une personne demande un changement, une autre le confirme.',
    ar: 'الفوارق المسموحة والحدود والمُدد تقرّر في المال من تلقاء نفسها. يطلب شخص التغيير ويؤكّده آخر.',
  },
  none: {
    en: 'No change waits for a second person.',
    fr: 'Aucun changement n’attend une deuxième personne.',
    ar: 'لا تغيير ينتظر شخصًا ثانيًا.',
  },
  about: { en: 'Of', fr: 'De', ar: 'يخصّ' },
  change: { en: 'Change', fr: 'Changement', ar: 'التغيير' },
  askedBy: { en: 'Asked by', fr: 'Demandé par', ar: 'طلبه' },
  askedAt: { en: 'Asked', fr: 'Demandé le', ar: 'تاريخ الطلب' },
  status: { en: 'State', fr: 'État', ar: 'الحالة' },
  waiting: { en: 'Waits', fr: 'En attente', ar: 'ينتظر' },
  confirmed: { en: 'Confirmed', fr: 'Confirmé', ar: 'مؤكَّد' },
  replaced: { en: 'Replaced', fr: 'Remplacé', ar: 'استُبدل' },
  refused: { en: 'Refused', fr: 'Refusé', ar: 'مرفوض' },
  decision: { en: 'Decision', fr: 'Décision', ar: 'القرار' },
  confirm: { en: 'Confirm', fr: 'Confirmer', ar: 'أكّد' },
  refuse: { en: 'Refuse', fr: 'Refuser', ar: 'ارفض' },
  takeBack: { en: 'Take back', fr: 'Retirer', ar: 'اسحب الطلب' },
  confirmSays: {
    en: 'It takes effect at once, for every payment and count from now on.',
    fr: 'L’effet est immédiat, pour tous les paiements et comptages à venir.',
    ar: 'يسري فورًا على كل دفعة وكل عدّ من الآن.',
  },
  refuseSays: {
    en: 'Nothing changes. The request ends, and stays in the list.',
    fr: 'Rien ne change. La demande prend fin et reste dans la liste.',
    ar: 'لا يتغيّر شيء. ينتهي الطلب ويبقى في القائمة.',
  },
  own: {
    en: 'You asked for it. Another person confirms it.',
    fr: 'Vous l’avez demandé. Une autre personne le confirme.',
    ar: 'أنت من طلبه، ويؤكّده شخص آخر.',
  },
  ofChannel: {
    en: 'Another person of the channel confirms it, or one of the operator with the right.',
    fr: 'Une autre personne du canal le confirme, ou une de l’opérateur qui en a le droit.',
    ar: 'يؤكّده شخص آخر من القناة، أو شخص من المشغّل له هذا الحق.',
  },
  noRight: {
    en: 'You lack the right to confirm it.',
    fr: 'Vous n’avez pas le droit de le confirmer.',
    ar: 'ليس لك حق تأكيده.',
  },
  notedTitle: {
    en: 'Noted. Nothing has changed yet.',
    fr: 'C’est noté. Rien n’a encore changé.',
    ar: 'سُجّل الطلب. لم يتغيّر شيء بعد.',
  },
  noted: {
    en: 'It takes effect when another person confirms it, under “Money settings”.',
    fr: 'Le changement prendra effet quand une autre personne l’aura confirmé, sous « Réglages d’argent ».',
    ar: 'يسري عندما يؤكّده شخص آخر في «إعدادات المال».',
  },
  yes: { en: 'Yes', fr: 'Oui', ar: 'نعم' },
  no: { en: 'No', fr: 'Non', ar: 'لا' },
  byDefault: { en: 'default', fr: 'par défaut', ar: 'افتراضي' },
  noLimit: { en: 'no limit', fr: 'sans limite', ar: 'بلا حدّ' },
  all: { en: 'all', fr: 'tous', ar: 'الكل' },
  fromTo: { en: '{from} → {to}', fr: '{from} → {to}', ar: '{from} ← {to}' },
  kinds: { en: 'Limits by kind', fr: 'Limites par type', ar: 'الحدود حسب النوع' },
  kindsSay: {
    en: 'These limits hold for every channel of the kind.',
    fr: 'Ces limites valent pour tous les canaux du type.',
    ar: 'تسري هذه الحدود على كل قنوات النوع.',
  },
  edit: { en: 'Change', fr: 'Modifier', ar: 'عدّل' },
  editKind: {
    en: 'Limits of all channels: {kind}',
    fr: 'Limites de tous les canaux : {kind}',
    ar: 'حدود كل القنوات: {kind}',
  },
  editTolerance: {
    en: 'Tolerance of {name}',
    fr: 'Tolérance de {name}',
    ar: 'الفارق المسموح في {name}',
  },
  save: { en: 'Ask for the change', fr: 'Demander le changement', ar: 'اطلب التغيير' },
  emptyIsDefault: {
    en: 'Empty: the default of the platform.',
    fr: 'Vide : la valeur par défaut.',
    ar: 'فارغ: القيمة الافتراضية.',
  },
  inSeconds: { en: 'In seconds.', fr: 'En secondes.', ar: 'بالثواني.' },
  unchanged: {
    en: 'Nothing is different yet.',
    fr: 'Rien n’est encore modifié.',
    ar: 'لا شيء مختلف بعد.',
  },
} as const satisfies Texts

/** Each setting as people call it. */
export const FIELDS = {
  countTolerance: {
    en: 'Difference of a count that needs no decision',
    fr: 'Écart de comptage sans décision',
    ar: 'فارق العدّ الذي لا يحتاج قرارًا',
  },
  requiresAgent: {
    en: 'Each payment names its agent',
    fr: 'Chaque paiement nomme son agent',
    ar: 'كل دفعة تذكر قابضها',
  },
  name: { en: 'Name', fr: 'Nom', ar: 'الاسم' },
  status: { en: 'State', fr: 'État', ar: 'الحالة' },
  partners: { en: 'Partners', fr: 'Partenaires', ar: 'الشركاء' },
  lockSeconds: {
    en: 'A reference is reserved for',
    fr: 'Durée d’une réservation',
    ar: 'مدة حجز المرجع',
  },
  lockSecondsMax: {
    en: 'Longest reservation that a courier may ask for',
    fr: 'Réservation la plus longue qu’un livreur peut demander',
    ar: 'أطول حجز يمكن لساعٍ أن يطلبه',
  },
  openLocksMax: {
    en: 'Open reservations at most',
    fr: 'Réservations ouvertes au plus',
    ar: 'أقصى عدد للحجوزات المفتوحة',
  },
  notFoundPerMinute: {
    en: 'Unknown references a minute at most',
    fr: 'Références inconnues par minute au plus',
    ar: 'أقصى عدد للمراجع المجهولة في الدقيقة',
  },
  cashMax: { en: 'Cash at most', fr: 'Espèces au plus', ar: 'أقصى نقود' },
  heldDaysMax: {
    en: 'Days that cash may be held',
    fr: 'Jours de détention des espèces',
    ar: 'أيام حيازة النقود',
  },
  debitLimit: {
    en: 'The partner may owe at most',
    fr: 'Dette du partenaire au plus',
    ar: 'أقصى دين على الشريك',
  },
  schedule: { en: 'Statements', fr: 'Relevés', ar: 'الكشوف' },
  release: { en: 'Money is paid', fr: 'Versement', ar: 'صرف المال' },
} as const satisfies Texts

/** Values that are words. */
export const VALUES = {
  active: { en: 'active', fr: 'actif', ar: 'نشط' },
  disabled: { en: 'disabled', fr: 'désactivé', ar: 'معطَّل' },
  inactive: { en: 'inactive', fr: 'inactif', ar: 'غير نشط' },
  manual: { en: 'closed by hand', fr: 'arrêtés à la main', ar: 'تُقفل يدويًا' },
  daily: { en: 'every day', fr: 'chaque jour', ar: 'كل يوم' },
  weekly: { en: 'every week', fr: 'chaque semaine', ar: 'كل أسبوع' },
  monthly: { en: 'every month', fr: 'chaque mois', ar: 'كل شهر' },
  at_once: {
    en: 'as soon as it is collected',
    fr: 'dès l’encaissement',
    ar: 'فور التحصيل',
  },
  banked: {
    en: 'when the channel has banked it',
    fr: 'quand le canal l’a déposé en banque',
    ar: 'بعد إيداع القناة له في البنك',
  },
} as const satisfies Texts

export const SECONDS = {
  seconds: { en: '{count, number} s', fr: '{count, number} s', ar: '{count, number} ثا' },
} as const satisfies Texts
