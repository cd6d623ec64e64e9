/** The words of a printed receipt. */
export type ReceiptTextName =
  | 'title'
  | 'test'
  | 'refunded'
  | 'refundedInPart'
  | 'reference'
  | 'digest'
  | 'paidAt'
  | 'paidTo'
  | 'shortNumber'
  | 'number'
  | 'agent'
  | 'given'
  | 'change'
  | 'parts'
  | 'check'

export const RECEIPT_TEXTS: Record<'ar' | 'fr' | 'en', Record<ReceiptTextName, string>> = {
  ar: {
    title: 'وصل دفع',
    test: 'دفعة اختبار، لم يُقبض أي مال',
    refunded: 'استُرجع هذا المبلغ',
    refundedInPart: 'استُرجع جزء من هذا المبلغ',
    reference: 'المرجع',
    digest: 'بصمة المرجع',
    paidAt: 'تاريخ الدفع',
    paidTo: 'دُفع لدى',
    shortNumber: 'الرقم المختصر',
    number: 'رقم الوصل',
    agent: 'قبضها',
    given: 'أعطى الدافع',
    change: 'أُعيد إليه',
    parts: 'تفصيل المبلغ',
    check: 'للتحقق امسح الرمز بكاميرا هاتفك. يجب أن تفتح الصفحة هذا العنوان:',
  },
  fr: {
    title: 'Reçu de paiement',
    test: 'Paiement d’essai, aucun argent n’a été reçu',
    refunded: 'Ce montant a été remboursé',
    refundedInPart: 'Ce montant a été remboursé en partie',
    reference: 'Référence',
    digest: 'Empreinte de la référence',
    paidAt: 'Payé le',
    paidTo: 'Payé auprès de',
    shortNumber: 'N° court à dicter',
    number: 'Reçu n°',
    agent: 'Encaissé par',
    given: 'Le payeur a donné',
    change: 'Rendu',
    parts: 'Détail',
    check: 'Pour vérifier, scannez le code. L’adresse de la page doit être :',
  },
  en: {
    title: 'Payment receipt',
    test: 'Test payment, no money was taken',
    refunded: 'This amount was refunded',
    refundedInPart: 'This amount was refunded in part',
    reference: 'Reference',
    digest: 'Digest of the reference',
    paidAt: 'Paid on',
    paidTo: 'Paid at',
    shortNumber: 'Short no. to dictate',
    number: 'Receipt no.',
    agent: 'Taken by',
    given: 'The payer gave',
    change: 'Change',
    parts: 'Details',
    check: 'To check, scan the code. The address of the page must be:',
  },
}
