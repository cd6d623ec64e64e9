import type { Texts } from '../base/texts.ts'

export const PRINTER = {
  allow: {
    en: 'Connect a receipt printer',
    fr: 'Raccorder une imprimante à tickets',
    ar: 'وصل طابعة وصول',
  },
  another: {
    en: 'Connect another receipt printer',
    fr: 'Raccorder une autre imprimante à tickets',
    ar: 'وصل طابعة أخرى',
  },
  allowed: {
    en: 'Receipts are printed directly, and the drawer can be opened.',
    fr: 'Les reçus s’impriment directement, et le tiroir peut s’ouvrir.',
    ar: 'تُطبع الوصول مباشرة ويمكن فتح الدرج.',
  },
  roll: { en: 'Width of the paper', fr: 'Largeur du papier', ar: 'عرض الورق' },
  millimetres: { en: '{width} mm', fr: '{width} mm', ar: '{width} مم' },
  drawer: { en: 'Open the drawer', fr: 'Ouvrir le tiroir', ar: 'افتح الدرج' },
  failed: {
    en: 'The printer does not answer. Is it on, and has it paper? The payment is not touched.',
    fr: 'L’imprimante ne répond pas. Est-elle allumée, a-t-elle du papier ? Le paiement n’en est pas touché.',
    ar: 'الطابعة لا تجيب. هل هي مشغّلة وفيها ورق؟ لا يتأثر الدفع بذلك.',
  },
  withDialog: {
    en: 'Print with the browser',
    fr: 'Imprimer par le navigateur',
    ar: 'اطبع عبر المتصفح',
  },
} as const satisfies Texts
