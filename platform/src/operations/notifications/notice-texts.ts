import type { Language } from '@wasl/protocol'

type NoticeEmail = { subject: string; says: string; act: Readonly<Record<string, string>> }

/** What the e-mail about a notice says. */
export const NOTICE_EMAIL: Record<Language, NoticeEmail> = {
  en: {
    subject: 'Wasl: a change to an account',
    says: 'If this is not right, tell the owners of your organisation at once, and look at your account:',
    act: {
      'passkey.add': 'A new passkey',
      'passkey.remove': 'A passkey removed',
      'password.set': 'A new password',
      'password.remove': 'A password removed',
      'totp.set': 'A new authenticator app',
      'recovery-codes.renew': 'New recovery codes',
      'pin.make-code': 'A code for a new PIN',
      'user.invite': 'An invitation',
      'user.invite-again': 'A new link to sign in',
      'user.join': 'An owner has joined',
      'user.change': 'A new owner',
      'operator-key.create': 'A new operator key',
      'session.end-all': 'Everybody of your organisation was signed out',
    },
  },
  fr: {
    subject: 'Wasl : un compte a changé',
    says: 'Si ce n’est pas normal, dites-le tout de suite aux propriétaires de votre organisation et regardez votre compte :',
    act: {
      'passkey.add': 'Une nouvelle clé d’accès',
      'passkey.remove': 'Une clé d’accès retirée',
      'password.set': 'Un nouveau mot de passe',
      'password.remove': 'Un mot de passe retiré',
      'totp.set': 'Une nouvelle application d’authentification',
      'recovery-codes.renew': 'De nouveaux codes de secours',
      'pin.make-code': 'Un code pour un nouveau PIN',
      'user.invite': 'Une invitation',
      'user.invite-again': 'Un nouveau lien de connexion',
      'user.join': 'Un propriétaire est arrivé',
      'user.change': 'Un nouveau propriétaire',
      'operator-key.create': 'Une nouvelle clé d’opérateur',
      'session.end-all': 'Toute votre organisation a été déconnectée',
    },
  },
  ar: {
    subject: 'وصل: تغيّر حساب',
    says: 'إن لم يكن هذا صحيحًا فأخبر مالكي مؤسستك فورًا وراجع حسابك:',
    act: {
      'passkey.add': 'مفتاح مرور جديد',
      'passkey.remove': 'إزالة مفتاح مرور',
      'password.set': 'كلمة سر جديدة',
      'password.remove': 'إزالة كلمة السر',
      'totp.set': 'تطبيق مصادقة جديد',
      'recovery-codes.renew': 'رموز استرجاع جديدة',
      'pin.make-code': 'رمز لاختيار رمز PIN جديد',
      'user.invite': 'دعوة',
      'user.invite-again': 'رابط جديد لتسجيل الدخول',
      'user.join': 'انضم مالك',
      'user.change': 'مالك جديد',
      'operator-key.create': 'مفتاح جديد للمشغّل',
      'session.end-all': 'سُجّل خروج كل من في مؤسستك',
    },
  },
}
