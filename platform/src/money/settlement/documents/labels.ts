/** The words of documents for people. */
import type { ChannelKind, Language } from '@wasl/protocol'
import type { StatementLine } from '../statements/statement.ts'
import type { Sums } from './document.ts'

export type Labels = {
  title: string
  number: string
  creditNote: string
  partner: string
  issuer: string
  period: string
  closedAt: string
  currency: string
  lines: string
  days: string
  /** Why a large statement lists days. */
  tooLong: string
  total: string
  broughtForward: string
  carriedForward: string
  page: string
  of: string
  count: string
  sums: Record<keyof Sums, string>
  columns: Record<
    | 'businessDate'
    | 'time'
    | 'code'
    | 'reference'
    | 'paymentId'
    | 'sourceId'
    | 'channel'
    | 'amount'
    | 'fee',
    string
  >
  codes: Record<StatementLine['code'], string>
  channels: Record<ChannelKind, string>
}

const EN: Labels = {
  title: 'Statement',
  number: 'Number',
  creditNote: 'Credit note',
  partner: 'Partner',
  issuer: 'Issued by',
  period: 'Period',
  closedAt: 'Closed',
  currency: 'Currency',
  lines: 'Lines',
  days: 'Totals of each day',
  tooLong: 'This statement has too many lines to print. The CSV file lists them.',
  total: 'Total',
  broughtForward: 'Brought forward',
  carriedForward: 'Carried forward',
  page: 'Page',
  of: 'of',
  count: 'Lines',
  sums: {
    gross: 'Payments collected',
    refunds: 'Refunds',
    adjustments: 'Adjustments and top-ups',
    fees: 'Fees',
    vat: 'VAT on fees',
    carriedForward: 'Carried from the previous statement',
    net: 'Net to pay',
  },
  columns: {
    businessDate: 'Date',
    time: 'Time (UTC)',
    code: 'Operation',
    reference: 'Reference',
    paymentId: 'Payment',
    sourceId: 'Source',
    channel: 'Channel',
    amount: 'Amount',
    fee: 'Fee',
  },
  codes: {
    COLLECT: 'Payment',
    REFUND: 'Refund',
    REFUND_EXPIRED: 'Refund expired',
    TOPUP: 'Top-up',
    ADJUST: 'Adjustment',
  },
  channels: { AGENCY: 'Agency', DELIVERY: 'Delivery', MARKETPLACE: 'Marketplace' },
}

const FR: Labels = {
  title: 'Relevé',
  number: 'Numéro',
  creditNote: 'Avoir',
  partner: 'Partenaire',
  issuer: 'Émis par',
  period: 'Période',
  closedAt: 'Clôturé',
  currency: 'Monnaie',
  lines: 'Lignes',
  days: 'Totaux de chaque jour',
  tooLong: 'Ce relevé a trop de lignes pour être imprimé. Le fichier CSV les contient.',
  total: 'Total',
  broughtForward: 'Report',
  carriedForward: 'À reporter',
  page: 'Page',
  of: 'sur',
  count: 'Lignes',
  sums: {
    gross: 'Paiements encaissés',
    refunds: 'Remboursements',
    adjustments: 'Régularisations et versements',
    fees: 'Frais',
    vat: 'TVA sur les frais',
    carriedForward: 'Report du relevé précédent',
    net: 'Net à payer',
  },
  columns: {
    businessDate: 'Date',
    time: 'Heure (UTC)',
    code: 'Opération',
    reference: 'Référence',
    paymentId: 'Paiement',
    sourceId: 'Source',
    channel: 'Canal',
    amount: 'Montant',
    fee: 'Frais',
  },
  codes: {
    COLLECT: 'Paiement',
    REFUND: 'Remboursement',
    REFUND_EXPIRED: 'Remboursement expiré',
    TOPUP: 'Versement',
    ADJUST: 'Régularisation',
  },
  channels: { AGENCY: 'Agence', DELIVERY: 'Livraison', MARKETPLACE: 'Place de marché' },
}

const AR: Labels = {
  title: 'كشف حساب',
  number: 'الرقم',
  creditNote: 'إشعار دائن',
  partner: 'الشريك',
  issuer: 'صادر عن',
  period: 'الفترة',
  closedAt: 'تاريخ الإقفال',
  currency: 'العملة',
  lines: 'السطور',
  days: 'مجاميع كل يوم',
  tooLong: 'سطور هذا الكشف أكثر من أن تُطبع. تجدها كلها في ملف CSV.',
  total: 'المجموع',
  broughtForward: 'المنقول من الصفحة السابقة',
  carriedForward: 'المنقول إلى الصفحة التالية',
  page: 'الصفحة',
  of: 'من',
  count: 'عدد السطور',
  sums: {
    gross: 'المبالغ المحصَّلة',
    refunds: 'المبالغ المستردّة',
    adjustments: 'التسويات والإيداعات',
    fees: 'العمولة',
    vat: 'الرسم على القيمة المضافة',
    carriedForward: 'المرحَّل من الكشف السابق',
    net: 'الصافي المستحق',
  },
  columns: {
    businessDate: 'التاريخ',
    time: 'الوقت (UTC)',
    code: 'العملية',
    reference: 'المرجع',
    paymentId: 'الدفعة',
    sourceId: 'المصدر',
    channel: 'القناة',
    amount: 'المبلغ',
    fee: 'العمولة',
  },
  codes: {
    COLLECT: 'دفعة',
    REFUND: 'استرداد',
    REFUND_EXPIRED: 'استرداد منتهي الصلاحية',
    TOPUP: 'إيداع',
    ADJUST: 'تسوية',
  },
  channels: { AGENCY: 'وكالة', DELIVERY: 'توصيل', MARKETPLACE: 'متجر إلكتروني' },
}

export const LABELS: Record<Language, Labels> = { en: EN, fr: FR, ar: AR }
