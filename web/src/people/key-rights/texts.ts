import type { ChannelKeyPermission, PartnerKeyPermission } from '@wasl/protocol'
import type { Texts } from '../../texts/texts.ts'

/** What a program does with each permission, in the order of the dialog. */
export const PARTNER_RIGHTS = {
  'payments.view': {
    en: 'Read payments and their status',
    fr: 'Lire les paiements et leur état',
    ar: 'قراءة المدفوعات وحالتها',
  },
  'references.view': {
    en: 'Look up references',
    fr: 'Consulter les références',
    ar: 'الاستعلام عن المراجع',
  },
  'qr.edit': {
    en: 'Make QR codes and set their amounts',
    fr: 'Créer des codes QR et fixer leurs montants',
    ar: 'إنشاء رموز QR وتحديد مبالغها',
  },
  'events.view': { en: 'Read webhooks', fr: 'Lire les webhooks', ar: 'قراءة الإشعارات' },
  'events.redeliver': {
    en: 'Send webhooks again',
    fr: 'Renvoyer des webhooks',
    ar: 'إعادة إرسال الإشعارات',
  },
  'statements.view': { en: 'Read statements', fr: 'Lire les relevés', ar: 'قراءة الكشوف' },
  export: { en: 'Export payments', fr: 'Exporter les paiements', ar: 'تصدير المدفوعات' },
  'recon.resolve': {
    en: 'Resolve differences between books',
    fr: 'Régler les écarts entre les livres',
    ar: 'تسوية الفروق بين الدفاتر',
  },
  'partners.view': {
    en: 'Read the settings',
    fr: 'Lire les réglages',
    ar: 'قراءة الإعدادات',
  },
  'partners.edit': {
    en: 'Change the addresses',
    fr: 'Modifier les adresses',
    ar: 'تغيير العناوين',
  },
  'partners.secrets': {
    en: 'Replace keys and secrets',
    fr: 'Remplacer les clés et les secrets',
    ar: 'استبدال المفاتيح والأسرار',
  },
  'audit.view': { en: 'See the team', fr: 'Voir l’équipe', ar: 'رؤية الفريق' },
} as const satisfies Texts & Record<PartnerKeyPermission, unknown>

export const CHANNEL_RIGHTS = {
  'payments.view': { en: 'Read payments', fr: 'Lire les paiements', ar: 'قراءة المدفوعات' },
  'references.view': {
    en: 'Look up references and QR codes',
    fr: 'Consulter les références et les codes QR',
    ar: 'الاستعلام عن المراجع ورموز QR',
  },
  'cash.receive': {
    en: 'Take payments and cash',
    fr: 'Encaisser des paiements et des espèces',
    ar: 'قبض المدفوعات والنقد',
  },
  'payments.refund': {
    en: 'Pay refunds by the payer’s code',
    fr: 'Verser les remboursements sur code du payeur',
    ar: 'صرف المبالغ المردودة برمز الدافع',
  },
  'cash.view': {
    en: 'See who holds cash',
    fr: 'Voir qui détient les espèces',
    ar: 'رؤية من يحمل النقد',
  },
  'cash.count': {
    en: 'Open and count shifts',
    fr: 'Ouvrir et compter les sessions de caisse',
    ar: 'فتح جلسات الصندوق وعدّها',
  },
  'cash.adjust': {
    en: 'Answer for the cash of others',
    fr: 'Répondre des espèces des autres',
    ar: 'المسؤولية عن نقد الآخرين',
  },
  'deposits.make': {
    en: 'Make deposits',
    fr: 'Faire des versements en banque',
    ar: 'إجراء الإيداعات',
  },
  'payouts.instruct': {
    en: 'Announce remittances',
    fr: 'Annoncer des versements',
    ar: 'الإعلان عن التحويلات',
  },
  'statements.view': { en: 'Read statements', fr: 'Lire les relevés', ar: 'قراءة الكشوف' },
  'channels.edit': { en: 'Change agents', fr: 'Modifier les agents', ar: 'تعديل الأعوان' },
  export: { en: 'Export', fr: 'Exporter', ar: 'التصدير' },
  'audit.view': { en: 'See the team', fr: 'Voir l’équipe', ar: 'رؤية الفريق' },
} as const satisfies Texts & Record<ChannelKeyPermission, unknown>

export const KEY_RIGHTS = {
  all: {
    en: 'The key may do everything',
    fr: 'La clé peut tout faire',
    ar: 'المفتاح مسموح له بكل شيء',
  },
  some: {
    en: 'The key may do {count} of {all} things',
    fr: 'La clé a {count} droits sur {all}',
    ar: 'المفتاح مسموح له بـ {count} من {all}',
  },
  everything: { en: 'everything', fr: 'tout', ar: 'كل شيء' },
  choose: {
    en: 'Choose at least one thing that the key may do.',
    fr: 'Choisissez au moins un droit pour la clé.',
    ar: 'اختر صلاحية واحدة على الأقل للمفتاح.',
  },
} as const satisfies Texts
