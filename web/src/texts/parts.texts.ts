import type { Texts } from './texts.ts'

/** The words of tables, filters, dialogs and timelines. */
export const PARTS = {
  total: {
    en: '{count, plural, one {# row} other {# rows}}, {sum} in all',
    fr: '{count, plural, one {# ligne} other {# lignes}}, {sum} au total',
    ar: '{count, plural, one {سطر واحد} two {سطران} few {# أسطر} other {# سطرًا}}، المجموع {sum}',
  },
  filters: { en: 'Filters', fr: 'Filtres', ar: 'عوامل التصفية' },
  all: { en: 'All', fr: 'Tous', ar: 'الكل' },
  clear: { en: 'Clear all', fr: 'Tout effacer', ar: 'امسح الكل' },
  loading: { en: 'Loading', fr: 'Chargement', ar: 'جارٍ التحميل' },
  noneChosen: {
    en: 'Nothing is chosen yet.',
    fr: 'Rien n’est encore choisi.',
    ar: 'لم يُختر شيء بعد.',
  },
  more: { en: 'Show more', fr: 'Afficher la suite', ar: 'اعرض المزيد' },
  noneFiltered: {
    en: 'Nothing matches these filters.',
    fr: 'Rien ne correspond à ces filtres.',
    ar: 'لا شيء يطابق عوامل التصفية هذه.',
  },
  stale: {
    en: 'No answer since {time}. What you see is from then; this page continues by itself.',
    fr: 'Pas de réponse depuis {time}. Ce que vous voyez date de cet instant ; la page reprendra seule.',
    ar: 'لا جواب منذ {time}. ما تراه يعود إلى تلك اللحظة، وتستأنف الصفحة وحدها.',
  },
  sortAscending: { en: 'ascending', fr: 'croissant', ar: 'تصاعدي' },
  sortDescending: { en: 'descending', fr: 'décroissant', ar: 'تنازلي' },
  today: { en: 'Today, {day}', fr: 'Aujourd’hui, {day}', ar: 'اليوم، {day}' },
  cancel: { en: 'Cancel', fr: 'Annuler', ar: 'إلغاء' },
  close: { en: 'Close', fr: 'Fermer', ar: 'إغلاق' },
  reason: { en: 'Reason', fr: 'Motif', ar: 'السبب' },
  copy: { en: 'Copy', fr: 'Copier', ar: 'انسخ' },
  copied: { en: 'Copied', fr: 'Copié', ar: 'تم النسخ' },
  exportForExcel: { en: 'Export for Excel', fr: 'Exporter pour Excel', ar: 'تصدير إلى Excel' },
  making: {
    en: 'The file is being made.',
    fr: 'Le fichier est en préparation.',
    ar: 'يجري إعداد الملف.',
  },
  needs: {
    en: 'Needs the right “{right}”. An owner can give it to you.',
    fr: 'Il faut le droit « {right} ». Un propriétaire peut vous l’accorder.',
    ar: 'يلزم الحق «{right}». يمكن لمالك أن يمنحك إياه.',
  },
  lastOwner: {
    en: 'The last active owner must stay an owner. Make another user an owner first.',
    fr: 'Le dernier propriétaire actif le reste. Nommez d’abord un autre propriétaire.',
    ar: 'يبقى آخر مالك نشط مالكًا. عيّن مالكًا آخر أولًا.',
  },
  sections: { en: 'Sections of this page', fr: 'Rubriques de cette page', ar: 'أقسام هذه الصفحة' },
  pages: { en: 'Pages', fr: 'Pages', ar: 'الصفحات' },
  pageBefore: { en: 'Previous page', fr: 'Page précédente', ar: 'الصفحة السابقة' },
  pageAfter: { en: 'Next page', fr: 'Page suivante', ar: 'الصفحة التالية' },
  pageOf: {
    en: 'Page {page} of {pages}',
    fr: 'Page {page} sur {pages}',
    ar: 'الصفحة {page} من {pages}',
  },
} as const satisfies Texts
