import type { Texts } from '../base/texts.ts'

export const COLLECT = {
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  payee: { en: 'Paid to', fr: 'Payé à', ar: 'يُدفع إلى' },
  clear: { en: 'Clear', fr: 'Effacer', ar: 'مسح ما كُتب' },
  reader: {
    en: 'The reader is ready: scan at any time',
    fr: 'Le lecteur est prêt : scannez à tout moment',
    ar: 'القارئ جاهز، امسح في أي وقت',
  },
  camera: { en: 'Camera', fr: 'Caméra', ar: 'الكاميرا' },
  next: { en: 'Continue', fr: 'Continuer', ar: 'متابعة' },
  nothingTyped: {
    en: 'Type or scan a reference first.',
    fr: 'Tapez ou scannez d’abord une référence.',
    ar: 'اكتب مرجعًا أو امسحه أولًا.',
  },
  started: {
    en: 'Opened, and not yet paid',
    fr: 'Ouverts, pas encore payés',
    ar: 'مفتوحة ولم تُدفع بعد',
  },
  goOn: { en: 'Go on', fr: 'Reprendre', ar: 'متابعتها' },
  last: { en: 'Last receipts', fr: 'Derniers reçus', ar: 'آخر الوصول' },
  again: { en: 'Print again', fr: 'Réimprimer', ar: 'إعادة طبعه' },
  offlineEntry: {
    en: 'Without the network, only references that you locked before can be paid.',
    fr: 'Sans réseau, seules les références réservées auparavant peuvent être payées.',
    ar: 'بلا شبكة لا تُقبض إلا مراجع حجزتها من قبل.',
  },
} as const satisfies Texts
