import type { Permission } from '@wasl/protocol'
import type { Texts } from '../texts/texts.ts'

/** What each permission allows, in the words of a person of the operator who lacks it. */
export const RIGHTS = {
  'payments.view': { en: 'see payments', fr: 'voir les paiements', ar: 'الاطلاع على المدفوعات' },
  'payments.refund': {
    en: 'refund payments',
    fr: 'rembourser des paiements',
    ar: 'ردّ مبالغ المدفوعات',
  },
  'refunds.approve': {
    en: 'approve refunds of others',
    fr: 'approuver les remboursements demandés par d’autres',
    ar: 'الموافقة على ردود مبالغ طلبها غيرك',
  },
  'references.view': {
    en: 'look up references',
    fr: 'consulter les références',
    ar: 'الاستعلام عن المراجع',
  },
  'partners.view': {
    en: 'see partners and their settings',
    fr: 'voir les partenaires et leurs réglages',
    ar: 'الاطلاع على الشركاء وإعداداتهم',
  },
  'partners.edit': {
    en: 'change partners',
    fr: 'modifier les partenaires',
    ar: 'تعديل الشركاء',
  },
  'partners.secrets': {
    en: 'replace keys and secrets',
    fr: 'remplacer les clés et les secrets',
    ar: 'استبدال المفاتيح والأسرار',
  },
  'channels.edit': { en: 'change channels', fr: 'modifier les canaux', ar: 'تعديل القنوات' },
  'qr.edit': { en: 'change QR codes', fr: 'modifier les codes QR', ar: 'تعديل رموز QR' },
  'events.view': { en: 'see webhooks', fr: 'voir les webhooks', ar: 'الاطلاع على الإشعارات' },
  'events.redeliver': {
    en: 'send webhooks again',
    fr: 'renvoyer des webhooks',
    ar: 'إعادة إرسال الإشعارات',
  },
  'cash.view': { en: 'see cash', fr: 'voir les espèces', ar: 'الاطلاع على النقود' },
  'cash.count': { en: 'count cash', fr: 'compter les espèces', ar: 'عدّ النقود' },
  'cash.receive': { en: 'take cash', fr: 'recevoir des espèces', ar: 'استلام النقود' },
  'cash.adjust': {
    en: 'decide differences in cash',
    fr: 'régulariser les écarts de caisse',
    ar: 'حسم فروق النقود',
  },
  'deposits.make': {
    en: 'deposit at the bank',
    fr: 'déposer à la banque',
    ar: 'الإيداع في البنك',
  },
  'deposits.confirm': {
    en: 'confirm deposits',
    fr: 'confirmer les versements en banque',
    ar: 'تأكيد الإيداعات',
  },
  'statements.view': {
    en: 'see statements and the ledger',
    fr: 'voir les relevés et le grand livre',
    ar: 'الاطلاع على الكشوف ودفتر الأستاذ',
  },
  'statements.close': {
    en: 'close statements',
    fr: 'clôturer les relevés',
    ar: 'إقفال الكشوف',
  },
  'statements.approve': {
    en: 'approve statements',
    fr: 'approuver les relevés',
    ar: 'اعتماد الكشوف',
  },
  'payouts.instruct': {
    en: 'propose and send payouts',
    fr: 'proposer et transmettre les virements',
    ar: 'اقتراح التحويلات وإرسالها',
  },
  'payouts.confirm': {
    en: 'confirm payouts',
    fr: 'confirmer les virements',
    ar: 'تأكيد التحويلات',
  },
  'fees.edit': { en: 'change fees', fr: 'modifier les tarifs', ar: 'تعديل التعريفات' },
  'recon.resolve': {
    en: 'reconcile with the bank',
    fr: 'rapprocher avec la banque',
    ar: 'المطابقة مع البنك',
  },
  export: { en: 'export', fr: 'exporter', ar: 'التصدير' },
  'audit.view': {
    en: 'see the audit log, the system and the users',
    fr: 'voir le journal d’audit, le système et les utilisateurs',
    ar: 'الاطلاع على سجلّ التدقيق والنظام والمستخدمين',
  },
  'users.edit': {
    en: 'invite and change users',
    fr: 'inviter et modifier des utilisateurs',
    ar: 'دعوة المستخدمين وتعديلهم',
  },
} as const satisfies Texts & Record<Permission, unknown>

/** What differs for the people of a partner: they see their own alone. */
export const OWN_RIGHTS = {
  'partners.view': { en: 'see the settings', fr: 'voir les réglages', ar: 'الاطلاع على الإعدادات' },
  'partners.edit': {
    en: 'change the addresses',
    fr: 'modifier les adresses',
    ar: 'تغيير العناوين',
  },
  'statements.view': {
    en: 'see statements',
    fr: 'voir les relevés',
    ar: 'الاطلاع على الكشوف',
  },
  'audit.view': { en: 'see the team', fr: 'voir l’équipe', ar: 'الاطلاع على الفريق' },
} as const satisfies Texts & Partial<Record<Permission, unknown>>
