import type { Texts } from '../texts/texts.ts'

/**
 * What each limit of the platform says to a person, by its error code. The platform's own messages are
 * for programs, and speak of headers. The till has its own (till/collect/refusal.texts.ts).
 */
export const LIMITS = {
  SIGN_IN429_TOO_MANY_GUESSES: {
    en: 'There were too many wrong passwords or codes for this account. A passkey is not limited.',
    fr: 'Trop de mots de passe ou de codes erronés pour ce compte. Une clé d’accès n’est pas limitée.',
    ar: 'كلمات سر أو رموز خاطئة كثيرة لهذا الحساب. لا حدّ لمفتاح المرور.',
  },
  PIN429_TOO_MANY_GUESSES: {
    en: 'Too many wrong PINs. Wait, or ask the supervisor for a code.',
    fr: 'Trop de codes PIN faux. Attendez, ou demandez un code au superviseur.',
    ar: 'رموز PIN خاطئة كثيرة. انتظر، أو اطلب رمزًا من المشرف.',
  },
  PIN429_TOO_SOON: {
    en: 'The last PIN was wrong.',
    fr: 'Le dernier code PIN était erroné.',
    ar: 'كان رمز PIN الأخير خاطئًا.',
  },
  REQUEST429_RATE_LIMITED: {
    en: 'Too many requests came from your network address without a valid key or session.',
    fr: 'Trop de requêtes sans clé ni session valide sont venues de votre adresse réseau.',
    ar: 'وردت من عنوان شبكتكم طلبات كثيرة بلا مفتاح صالح ولا جلسة صالحة.',
  },
  NOTIFICATION429_TOO_MANY: {
    en: 'Six test notifications were sent within a minute, which is the limit. Nothing was sent now.',
    fr: 'Six notifications d’essai ont été envoyées en une minute, ce qui est la limite. Rien n’a été envoyé cette fois.',
    ar: 'أُرسلت ستة إشعارات تجريبية في دقيقة، وهو الحدّ الأقصى. لم يُرسل شيء هذه المرة.',
  },
  EVENT429_SENT_TOO_OFTEN: {
    en: 'This event was sent too often within an hour. Nothing was sent now. Look first at why its attempts failed.',
    fr: 'Cet événement a été envoyé trop souvent en une heure. Rien n’a été envoyé cette fois. Voyez d’abord pourquoi ses tentatives ont échoué.',
    ar: 'أُرسل هذا الحدث مرات كثيرة في ساعة. لم يُرسل شيء هذه المرة. انظر أولًا لماذا فشلت محاولاته.',
  },
  PARTNER_API429_RATE_LIMITED: {
    en: 'The 60 status requests of this minute are used up.',
    fr: 'Les 60 requêtes d’état de cette minute sont épuisées.',
    ar: 'استُنفدت طلبات الحالة الستون لهذه الدقيقة.',
  },
  PARTNER_API429_TOO_MANY_LISTS: {
    en: 'The 60 lists of this minute are used up. Your programs with a key count too.',
    fr: 'Les 60 listes de cette minute sont épuisées. Celles que vos programmes demandent avec une clé comptent aussi.',
    ar: 'استُنفدت القوائم الستون لهذه الدقيقة. وتُحسب أيضًا القوائم التي تطلبها برامجكم بمفتاح.',
  },
  PARTNER_API429_TOO_MANY_CHANGES: {
    en: 'QR codes were changed, or events resent, too fast. Nothing was changed now.',
    fr: 'Des codes QR ont été modifiés, ou des événements renvoyés, trop vite. Rien n’a été modifié cette fois.',
    ar: 'عُدّلت رموز QR أو أُعيد إرسال أحداث بسرعة أكبر من المسموح. لم يتغيّر شيء هذه المرة.',
  },
  PARTNER_API429_TOO_MANY_AT_ONCE: {
    en: 'Too many requests of this kind run at once for your organisation.',
    fr: 'Trop de requêtes de ce type sont en cours à la fois pour votre organisation.',
    ar: 'تُنفَّذ لمؤسستكم طلبات كثيرة من هذا النوع في الوقت نفسه.',
  },
  EXPORT429_TOO_MANY_AT_ONCE: {
    en: 'Other exports are running, and more are already waiting. Nothing was exported.',
    fr: 'D’autres exports sont en cours, et d’autres attendent déjà. Rien n’a été exporté.',
    ar: 'عمليات تصدير أخرى جارية، وغيرها ينتظر. لم يُصدَّر شيء.',
  },
  TEST429_TOO_MANY: {
    en: 'This partner was tested 6 times within a minute, which is the limit. Nothing was sent.',
    fr: 'Ce partenaire a été testé 6 fois en une minute, ce qui est la limite. Rien n’a été envoyé.',
    ar: 'اختُبر هذا الشريك 6 مرات في دقيقة، وهو الحدّ الأقصى. لم يُرسل شيء.',
  },
  CHECKS429_TOO_MANY: {
    en: 'The checks ran 6 times within an hour, which is the limit. Nothing was sent.',
    fr: 'Les contrôles ont été lancés 6 fois en une heure, ce qui est la limite. Rien n’a été envoyé.',
    ar: 'أُجريت الفحوص 6 مرات في ساعة، وهو الحدّ الأقصى. لم يُرسل شيء.',
  },
  wait_seconds: {
    en: 'Try again in {seconds, plural, one {# second} other {# seconds}}.',
    fr: 'Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
    ar: 'أعد المحاولة بعد {seconds, plural, one {ثانية} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
  },
  wait_minutes: {
    en: 'Try again in {minutes, plural, one {# minute} other {# minutes}}.',
    fr: 'Réessayez dans {minutes, plural, one {# minute} other {# minutes}}.',
    ar: 'أعد المحاولة بعد {minutes, plural, one {دقيقة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}.',
  },
} as const satisfies Texts
