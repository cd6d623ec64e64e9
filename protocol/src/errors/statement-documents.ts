import type { ErrorEntry } from './entry.ts'

/** Documents of statements (D32). */
export const STATEMENT_DOCUMENT_ERRORS = {
  STATEMENT410_LINES_DROPPED: {
    status: 410,
    messages: {
      en: 'The payments of this statement are older than this platform keeps payments, so its documents cannot be written again. The manifest and PDFs made before remain. Use the copy that you downloaded; its manifest proves it.',
      fr: 'Les paiements de ce relevé sont plus anciens que ce que cette plateforme conserve : ses documents ne peuvent plus être écrits. Le manifeste et les PDF déjà produits restent disponibles. Utilisez la copie que vous avez téléchargée ; son manifeste la prouve.',
      ar: 'دفعات هذا الكشف أقدم مما تحتفظ به هذه المنصّة، فلا يمكن إعادة كتابة وثائقه. يبقى البيان الموقَّع وملفات PDF التي أُنشئت من قبل. استعمل النسخة التي نزّلتها، والبيان يثبت صحتها.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
