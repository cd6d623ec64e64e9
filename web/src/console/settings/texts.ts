import type { Texts } from '../../texts/texts.ts'

export const SETTINGS = {
  notedTitle: {
    en: 'Noted. Nothing has changed yet.',
    fr: 'C’est noté. Rien n’a encore changé.',
    ar: 'سُجّل الطلب. لم يتغيّر شيء بعد.',
  },
  byDefault: { en: 'default', fr: 'par défaut', ar: 'افتراضي' },
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
  noted: {
    en: 'It takes effect when another person asks for the same change here.',
    fr: 'Le changement prendra effet quand une autre personne l’aura demandé ici à l’identique.',
    ar: 'يسري عندما يطلب شخص آخر التغيير نفسه هنا.',
  },
} as const satisfies Texts

/** Each setting as people call it. */
export const FIELDS = {
  countTolerance: {
    en: 'Difference of a count that needs no decision',
    fr: 'Écart de comptage sans décision',
    ar: 'فارق العدّ الذي لا يحتاج قرارًا',
  },
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
} as const satisfies Texts

export const SECONDS = {
  seconds: { en: '{count, number} s', fr: '{count, number} s', ar: '{count, number} ثا' },
} as const satisfies Texts
