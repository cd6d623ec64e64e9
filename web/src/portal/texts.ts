import type { Texts } from '../texts/texts.ts'

export const PORTAL = {
  title: { en: 'Partner portal', fr: 'Espace partenaire', ar: 'فضاء الشريك' },
  money: { en: 'Money', fr: 'Argent', ar: 'الأموال' },
  payments: { en: 'Payments', fr: 'Paiements', ar: 'المدفوعات' },
  statements: { en: 'Statements', fr: 'Relevés', ar: 'الكشوف' },
  account: { en: 'Bank account', fr: 'Compte bancaire', ar: 'الحساب البنكي' },
  compare: { en: 'Compare with my book', fr: 'Comparer mon livre', ar: 'المقارنة بدفتري' },
  qr: { en: 'QR codes', fr: 'Codes QR', ar: 'رموز QR' },
  connection: { en: 'Connection', fr: 'Raccordement', ar: 'الربط' },
  events: { en: 'Webhooks', fr: 'Webhooks', ar: 'الإشعارات' },
  health: { en: 'Health', fr: 'Santé', ar: 'الفحص' },
  keys: { en: 'Keys', fr: 'Clés', ar: 'المفاتيح' },
  addresses: { en: 'Addresses', fr: 'Adresses', ar: 'العناوين' },
  developers: { en: 'Developers', fr: 'Développeurs', ar: 'للمطوّرين' },
  house: { en: 'Organisation', fr: 'Organisation', ar: 'المؤسسة' },
  team: { en: 'Team', fr: 'Équipe', ar: 'الفريق' },
} as const satisfies Texts

/** What a payment is now. */
export const STAGES = {
  paid: { en: 'Paid', fr: 'Payé', ar: 'مدفوع' },
  refunded: { en: 'Refunded', fr: 'Remboursé', ar: 'مُسترَد' },
  partly: { en: 'Partly refunded', fr: 'Remboursé en partie', ar: 'مُسترَد جزئيًّا' },
  locked: { en: 'At the counter', fr: 'Au guichet', ar: 'عند الشباك' },
  released: { en: 'Not paid', fr: 'Non payé', ar: 'لم يُدفع' },
  openCase: { en: 'Being decided', fr: 'En attente de décision', ar: 'بانتظار قرار' },
} as const satisfies Texts

/** Whether the partner’s server knows. */
export const TOLD = {
  delivered: { en: 'Your server knows', fr: 'Votre serveur le sait', ar: 'خادمكم على علم' },
  pending: { en: 'Waiting for your server', fr: 'Attend votre serveur', ar: 'في انتظار خادمكم' },
  failed: {
    en: 'Your server was not told',
    fr: 'Votre serveur n’est pas prévenu',
    ar: 'لم يُبلَّغ خادمكم',
  },
  none: { en: 'Nothing to tell', fr: 'Rien à signaler', ar: 'لا شيء للإبلاغ' },
} as const satisfies Texts

/** What an event says. Its name on the wire stands beside it, for developers. */
export const EVENT_KINDS = {
  'payment.initialized': {
    en: 'A customer is at the counter',
    fr: 'Un client est au guichet',
    ar: 'زبون عند الشباك',
  },
  'payment.success': { en: 'Paid', fr: 'Payé', ar: 'مدفوع' },
  'payment.fail': { en: 'Not paid', fr: 'Non payé', ar: 'لم يُدفع' },
  'payment.refunded': { en: 'Refunded', fr: 'Remboursé', ar: 'مُسترَد' },
} as const satisfies Texts

/** The kinds of channels. */
export const CHANNELS = {
  AGENCY: { en: 'Agency', fr: 'Agence', ar: 'وكالة' },
  DELIVERY: { en: 'Delivery', fr: 'Livraison', ar: 'توصيل' },
  MARKETPLACE: { en: 'Marketplace', fr: 'Place de marché', ar: 'سوق إلكترونية' },
} as const satisfies Texts
