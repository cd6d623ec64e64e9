import type { Texts } from '../shared/texts.ts'

/** The console's name and navigation. */
export const CONSOLE = {
  title: { en: 'Console', fr: 'Console', ar: 'لوحة التحكم' },
  today: { en: 'Today', fr: 'Aujourd’hui', ar: 'اليوم' },
  overview: { en: 'Overview', fr: 'Vue d’ensemble', ar: 'نظرة عامة' },
  payments: { en: 'Payments', fr: 'Paiements', ar: 'المدفوعات' },
  lostLocks: { en: 'Lost locks', fr: 'Verrous perdus', ar: 'حجوزات ضائعة' },
  events: { en: 'Events', fr: 'Événements', ar: 'الإشعارات' },
  money: { en: 'Money', fr: 'Argent', ar: 'الأموال' },
  closeDay: { en: 'Close the day', fr: 'Clôturer la journée', ar: 'إقفال اليوم' },
  shifts: { en: 'Shifts', fr: 'Services de caisse', ar: 'المناوبات' },
  handovers: { en: 'Handovers', fr: 'Remises', ar: 'التسليمات' },
  deposits: { en: 'Deposits', fr: 'Dépôts', ar: 'الإيداعات' },
  ledger: { en: 'Ledger', fr: 'Grand livre', ar: 'دفتر الأستاذ' },
  statements: { en: 'Statements', fr: 'Relevés', ar: 'كشوف الحساب' },
  payouts: { en: 'Payouts', fr: 'Virements', ar: 'التحويلات' },
  reconciliation: { en: 'Reconciliation', fr: 'Rapprochement', ar: 'المطابقة' },
  directory: { en: 'Directory', fr: 'Annuaire', ar: 'الدليل' },
  partners: { en: 'Partners', fr: 'Partenaires', ar: 'الشركاء' },
  channels: { en: 'Channels', fr: 'Canaux', ar: 'القنوات' },
  fees: { en: 'Fees', fr: 'Tarifs', ar: 'التعريفات' },
  users: { en: 'Users', fr: 'Utilisateurs', ar: 'المستخدمون' },
  proof: { en: 'Proof', fr: 'Preuves', ar: 'الإثباتات' },
  audit: { en: 'Audit log', fr: 'Journal d’audit', ar: 'سجلّ التدقيق' },
  integrity: { en: 'Integrity', fr: 'Intégrité', ar: 'السلامة' },
  system: { en: 'System', fr: 'Système', ar: 'النظام' },
} as const satisfies Texts
