import type { Words } from './words.ts'

/** What an entry of the audit log did with money, in words. */
export const MONEY_ACTIONS = {
  'account-codes.set': {
    en: 'Account codes set',
    fr: 'Codes comptables fixés',
    ar: 'تحديد رموز الحسابات',
  },
  'adjustment.propose': { en: 'Adjustment proposed', fr: 'Ajustement proposé', ar: 'اقتراح تسوية' },
  'adjustment.approve': {
    en: 'Adjustment approved',
    fr: 'Ajustement approuvé',
    ar: 'اعتماد تسوية',
  },
  'adjustment.decline': { en: 'Adjustment declined', fr: 'Ajustement refusé', ar: 'رفض تسوية' },
  'agent.recover': {
    en: 'Amount recovered from an agent',
    fr: 'Montant récupéré d’un agent',
    ar: 'استرجاع مبلغ من عون',
  },
  'bank-line.unmatch': {
    en: 'Match of a bank line undone',
    fr: 'Rapprochement annulé',
    ar: 'إلغاء مطابقة سطر بنكي',
  },
  'bank-line.request': {
    en: 'Bank posting requested',
    fr: 'Écriture bancaire demandée',
    ar: 'طلب قيد بنكي',
  },
  'payout.unpaid': {
    en: 'Payout not paid after all',
    fr: 'Virement finalement non payé',
    ar: 'تحويل لم يُدفع بعد كل شيء',
  },
  'bank-line.match': {
    en: 'Bank line matched',
    fr: 'Ligne bancaire rapprochée',
    ar: 'مطابقة سطر بنكي',
  },
  'bank-lines.import': {
    en: 'Bank lines imported',
    fr: 'Lignes bancaires importées',
    ar: 'استيراد أسطر بنكية',
  },
  'bank-mapping.set': { en: 'Bank format set', fr: 'Format bancaire fixé', ar: 'تحديد صيغة بنك' },
  'case.resolve': {
    en: 'Cash without a payment decided',
    fr: 'Espèces sans paiement réglées',
    ar: 'الفصل في مبلغ بلا دفعة',
  },
  'deposit.bank': {
    en: 'Deposit credited',
    fr: 'Versement en banque crédité',
    ar: 'تقييد إيداع في الحساب',
  },
  'deposit.dispute': {
    en: 'Deposit disputed',
    fr: 'Versement en banque contesté',
    ar: 'الاعتراض على إيداع',
  },
  'fee.propose': { en: 'Fee proposed', fr: 'Tarif proposé', ar: 'اقتراح تعريفة' },
  'fee.approve': { en: 'Fee approved', fr: 'Tarif approuvé', ar: 'اعتماد تعريفة' },
  'fee.decline': { en: 'Fee declined', fr: 'Tarif refusé', ar: 'رفض تعريفة' },
  'float.fund': { en: 'Float paid in', fr: 'Fonds de caisse versé', ar: 'إيداع رصيد أولي' },
  'float.return': { en: 'Float returned', fr: 'Fonds de caisse rendu', ar: 'إرجاع رصيد أولي' },
  'ledger.rebuild': {
    en: 'Ledger rebuilt',
    fr: 'Grand livre reconstruit',
    ar: 'إعادة بناء دفتر الأستاذ',
  },
  'partner-account.request': {
    en: 'Bank account proposed',
    fr: 'Compte bancaire proposé',
    ar: 'اقتراح حساب بنكي',
  },
  'partner-account.approve': {
    en: 'Bank account approved',
    fr: 'Compte bancaire approuvé',
    ar: 'اعتماد حساب بنكي',
  },
  'partner-account.decline': {
    en: 'Bank account declined',
    fr: 'Compte bancaire refusé',
    ar: 'رفض حساب بنكي',
  },
  'payment.refund': { en: 'Refund requested', fr: 'Remboursement demandé', ar: 'طلب ردّ مبلغ' },
  'payout.propose': { en: 'Payout proposed', fr: 'Virement proposé', ar: 'اقتراح تحويل' },
  'payout.approve': { en: 'Payout approved', fr: 'Virement approuvé', ar: 'اعتماد تحويل' },
  'payout.decline': { en: 'Payout declined', fr: 'Virement refusé', ar: 'رفض تحويل' },
  'payout.instruct': {
    en: 'Payout sent to the bank',
    fr: 'Virement transmis à la banque',
    ar: 'إرسال تحويل إلى البنك',
  },
  'payout-batch.send': {
    en: 'File for the bank sent',
    fr: 'Fichier pour la banque émis',
    ar: 'إصدار ملف للبنك',
  },
  'payout-batch.download': {
    en: 'File for the bank downloaded again',
    fr: 'Fichier pour la banque téléchargé à nouveau',
    ar: 'تنزيل ملف البنك من جديد',
  },
  'payout.paid': { en: 'Payout paid', fr: 'Virement payé', ar: 'دفع تحويل' },
  'payout.returned': { en: 'Payout returned', fr: 'Virement rejeté', ar: 'إعادة تحويل' },
  'refund.approve': { en: 'Refund approved', fr: 'Remboursement approuvé', ar: 'اعتماد ردّ مبلغ' },
  'refund.decline': { en: 'Refund declined', fr: 'Remboursement refusé', ar: 'رفض ردّ مبلغ' },
  'refund.issue-code': {
    en: 'Refund code given',
    fr: 'Code de remboursement remis',
    ar: 'إعطاء رمز استرداد',
  },
  'remittance.bank': {
    en: 'Remittance credited',
    fr: 'Virement d’un canal crédité',
    ar: 'تقييد تحويل قناة',
  },
  'settlement.update': {
    en: 'Settlement changed',
    fr: 'Règlement modifié',
    ar: 'تعديل شروط التسديد',
  },
  'statement.close': { en: 'Statement closed', fr: 'Relevé clôturé', ar: 'إقفال كشف' },
  'statement.approve': { en: 'Statement approved', fr: 'Relevé approuvé', ar: 'اعتماد كشف' },
  'variance.decide': { en: 'Difference decided', fr: 'Écart régularisé', ar: 'حسم فرق' },
} as const satisfies Words
