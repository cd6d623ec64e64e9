import type { Texts } from '../../texts/texts.ts'

export const REPORTS = {
  title: { en: 'Reports', fr: 'Rapports comptables', ar: 'التقارير المحاسبية' },
  report: { en: 'Report', fr: 'Rapport', ar: 'التقرير' },
  from: { en: 'From', fr: 'Du', ar: 'من' },
  to: { en: 'To', fr: 'Au', ar: 'إلى' },
  file: { en: 'Export for Excel', fr: 'Exporter pour Excel', ar: 'تصدير إلى Excel' },
  between: { en: '{from} to {to}', fr: 'Du {from} au {to}', ar: 'من {from} إلى {to}' },
  atEnd: { en: 'At the end of {to}', fr: 'Au soir du {to}', ar: 'في نهاية {to}' },
  total: { en: 'Total', fr: 'Total', ar: 'المجموع' },
  none: {
    en: 'Nothing to report for these days.',
    fr: 'Rien à rapporter pour ces jours.',
    ar: 'لا شيء للإبلاغ عنه في هذه الأيام.',
  },
  first: {
    en: 'The first {shown, number} of {count, number} lines. The file has all of them.',
    fr: 'Les {shown, number} premières lignes sur {count, number}. Le fichier les contient toutes.',
    ar: 'أول {shown, number} من {count, number} سطر. الملف يحتوي عليها كلها.',
  },
} as const satisfies Texts
