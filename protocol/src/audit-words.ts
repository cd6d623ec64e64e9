/** What each entry of the audit log did, in words: for the screens, and for files that people read. */
import { MONEY_ACTIONS } from './audit-money-words.ts'
import type { Words } from './words.ts'

export const AUDIT_ACTIONS = {
  ...MONEY_ACTIONS,
  'address.test': {
    en: 'Addresses of a partner tried',
    fr: 'Adresses d’un partenaire essayées',
    ar: 'تجربة عناوين شريك',
  },
  'channel-kind.update': {
    en: 'Limits of a kind of channel changed',
    fr: 'Limites d’un type de canal modifiées',
    ar: 'تعديل حدود نوع قنوات',
  },
  'channel.create': { en: 'Channel created', fr: 'Canal créé', ar: 'إنشاء قناة' },
  'channel.rotate': {
    en: 'Key of a channel replaced',
    fr: 'Clé d’un canal remplacée',
    ar: 'استبدال مفتاح قناة',
  },
  'channel.update': { en: 'Channel changed', fr: 'Canal modifié', ar: 'تعديل قناة' },
  'credentials.forget': {
    en: 'Old credentials deleted',
    fr: 'Anciens identifiants effacés',
    ar: 'حذف بيانات دخول قديمة',
  },
  'live-checks.start': {
    en: 'Checks of a partner started',
    fr: 'Contrôles d’un partenaire lancés',
    ar: 'تشغيل فحوص شريك',
  },
  'notification.test': {
    en: 'Test notification sent',
    fr: 'Notification d’essai envoyée',
    ar: 'إرسال تنبيه تجريبي',
  },
  'personal-data.read': {
    en: 'Data of a person read',
    fr: 'Données d’une personne lues',
    ar: 'الاطلاع على بيانات شخص',
  },
  'personal-data.search': {
    en: 'Phone number searched',
    fr: 'Numéro de téléphone recherché',
    ar: 'البحث عن رقم هاتف',
  },
  'setting.refuse': {
    en: 'A money setting refused',
    fr: 'Réglage d’argent refusé',
    ar: 'رفض تغيير إعداد مالي',
  },
  'setting.request': {
    en: 'Money setting requested',
    fr: 'Réglage d’argent demandé',
    ar: 'طلب تغيير إعداد مالي',
  },
  'operator-key.create': {
    en: 'Operator key created',
    fr: 'Clé d’opérateur créée',
    ar: 'إنشاء مفتاح للمشغّل',
  },
  'operator-key.revoke': {
    en: 'Operator key revoked',
    fr: 'Clé d’opérateur révoquée',
    ar: 'إلغاء مفتاح للمشغّل',
  },
  'partner.create': { en: 'Partner created', fr: 'Partenaire créé', ar: 'إنشاء شريك' },
  'partner.go-live': {
    en: 'Partner went live',
    fr: 'Partenaire mis en service',
    ar: 'وضع شريك في الخدمة',
  },
  'partner.pause': { en: 'Partner paused', fr: 'Partenaire suspendu', ar: 'إيقاف شريك مؤقتًا' },
  'partner.resume': {
    en: 'Partner goes on',
    fr: 'Partenaire remis en service',
    ar: 'استئناف شريك',
  },
  'partner.revoke-key': {
    en: 'Key of a partner revoked',
    fr: 'Clé d’un partenaire révoquée',
    ar: 'إلغاء مفتاح شريك',
  },
  'partner.rotate': {
    en: 'Secret of a partner replaced',
    fr: 'Secret d’un partenaire remplacé',
    ar: 'استبدال سرّ شريك',
  },
  'partner.update': { en: 'Partner changed', fr: 'Partenaire modifié', ar: 'تعديل شريك' },
  'payment.erase-labels': {
    en: 'Labels of payments erased',
    fr: 'Libellés de paiements effacés',
    ar: 'محو تسميات مدفوعات',
  },
  'payment.note': { en: 'Note on a payment', fr: 'Note sur un paiement', ar: 'ملاحظة على دفعة' },
  'qr-code.create': { en: 'QR code created', fr: 'Code QR créé', ar: 'إنشاء رمز QR' },
  'qr-code.update': { en: 'QR code changed', fr: 'Code QR modifié', ar: 'تعديل رمز QR' },
  'restore.repair': {
    en: 'Repair after a restore',
    fr: 'Réparation après une restauration',
    ar: 'إصلاح بعد استعادة',
  },
  'retention.detach': {
    en: 'Old data detached',
    fr: 'Anciennes données détachées',
    ar: 'فصل بيانات قديمة',
  },
  'retention.drop': {
    en: 'Old data deleted',
    fr: 'Anciennes données effacées',
    ar: 'حذف بيانات قديمة',
  },
  'secrets.forget': {
    en: 'Old secrets deleted',
    fr: 'Anciens secrets effacés',
    ar: 'حذف أسرار قديمة',
  },
  'secrets.reseal': {
    en: 'Secrets encrypted again',
    fr: 'Secrets rechiffrés',
    ar: 'إعادة تشفير الأسرار',
  },
  'session.start': { en: 'Signed in', fr: 'Connexion', ar: 'تسجيل دخول' },
  'session.end-all': {
    en: 'Everybody signed out',
    fr: 'Déconnexion de tout le monde',
    ar: 'تسجيل خروج الجميع',
  },
  'session.end': { en: 'Signed out', fr: 'Déconnexion', ar: 'تسجيل خروج' },
  'signing-key.create': {
    en: 'Signing key created',
    fr: 'Clé de signature créée',
    ar: 'إنشاء مفتاح توقيع',
  },
  'signing-key.rotate': {
    en: 'Signing key replaced',
    fr: 'Clé de signature remplacée',
    ar: 'استبدال مفتاح توقيع',
  },
  'signing-key.revoke': {
    en: 'Signing key revoked',
    fr: 'Clé de signature révoquée',
    ar: 'إلغاء مفتاح توقيع',
  },
  'signing-key.forget': {
    en: 'Old signing key deleted',
    fr: 'Ancienne clé de signature effacée',
    ar: 'حذف مفتاح توقيع قديم',
  },
  'agent.update': { en: 'Agent changed', fr: 'Agent modifié', ar: 'تغيير عون' },
  'agent.create': { en: 'Agent added', fr: 'Agent ajouté', ar: 'إضافة عون' },
  'directory.set': {
    en: 'Company directory set',
    fr: 'Annuaire d’entreprise configuré',
    ar: 'ضبط دليل الشركة',
  },
  'directory.remove': {
    en: 'Company directory removed',
    fr: 'Annuaire d’entreprise retiré',
    ar: 'إزالة دليل الشركة',
  },
  'directory.forget': {
    en: 'Company directory that could not be opened deleted',
    fr: 'Annuaire d’entreprise illisible effacé',
    ar: 'حذف دليل شركة تعذّر فتحه',
  },
  'device.make-link': {
    en: 'Link for a device made',
    fr: 'Lien pour un appareil créé',
    ar: 'إنشاء رابط لجهاز',
  },
  'device.enrol': { en: 'Device enrolled', fr: 'Appareil enregistré', ar: 'تسجيل جهاز' },
  'device.revoke': {
    en: 'Enrolment of a device ended',
    fr: 'Enregistrement d’un appareil révoqué',
    ar: 'إلغاء تسجيل جهاز',
  },
  'user.invite': { en: 'User invited', fr: 'Utilisateur invité', ar: 'دعوة مستخدم' },
  'user.join': { en: 'User joined', fr: 'Utilisateur arrivé', ar: 'انضمام مستخدم' },
  'user.change': { en: 'User changed', fr: 'Utilisateur modifié', ar: 'تعديل مستخدم' },
  'user.disable': { en: 'User disabled', fr: 'Utilisateur désactivé', ar: 'تعطيل مستخدم' },
  'follow-up.open': { en: 'Follow-up opened', fr: 'Suivi ouvert', ar: 'فتح متابعة' },
  'follow-up.change': { en: 'Follow-up changed', fr: 'Suivi modifié', ar: 'تعديل متابعة' },
  'webhook-event.redeliver': {
    en: 'Webhook sent again',
    fr: 'Webhook renvoyé',
    ar: 'إعادة إرسال إشعار',
  },
  'webhook-events.redeliver': {
    en: 'Webhooks sent again',
    fr: 'Webhooks renvoyés',
    ar: 'إعادة إرسال إشعارات',
  },
  'webhook-events.resend': {
    en: 'Resend of webhooks started',
    fr: 'Renvoi de webhooks lancé',
    ar: 'بدء إعادة إرسال إشعارات',
  },
  'webhook-events.resend-cancel': {
    en: 'Resend of webhooks stopped',
    fr: 'Renvoi de webhooks arrêté',
    ar: 'إيقاف إعادة إرسال إشعارات',
  },
  'webhook.test': {
    en: 'Test webhook sent',
    fr: 'Webhook d’essai envoyé',
    ar: 'إرسال إشعار تجريبي',
  },
} as const satisfies Words
