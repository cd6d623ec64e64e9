import { LOCK_RELEASE_TIME, ownPayment } from '../operations/examples/payments.ts'
import { qrConfig, used } from '../operations/examples/qr-codes.ts'
import type { ErrorEntry } from './entry.ts'

/** Static QR codes (sections 4.4, 4.5 and 7.2; D18, D19). */
export const QR_API_ERRORS = {
  AUTH401_UNAUTHORIZED_ACCESS: {
    status: 401,
    messages: {
      en: 'The header x-api-key is missing, its key is unknown, or its partner is not active. Send a valid API key of an active partner (it starts with wasl_prt_); the operator can issue a new key or activate the partner.',
      fr: 'L’en-tête x-api-key est absent, sa clé est inconnue ou son partenaire n’est pas actif. Envoyez une clé d’API en cours de validité d’un partenaire actif (elle commence par wasl_prt_) ; l’opérateur peut en délivrer une nouvelle ou activer le partenaire.',
      ar: 'الترويسة x-api-key غائبة، أو المفتاح الذي تحمله غير معروف، أو الشريك صاحبه غير مفعَّل. أرسل مفتاح API ساري المفعول لشريك مفعَّل (يبدأ بـ wasl_prt_)؛ ويمكن للمشغّل إصدار مفتاح جديد أو تفعيل الشريك.',
    },
  },
  // The same for another partner's code, so that tokens reveal nothing (D18).
  QR_CODE404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no QR code with this token here. Take no money with it. Check the token character by character (26 digits and capital letters, never I, L, O or U). The operator gives the token when the code is created.',
      fr: 'Il n’y a ici aucun code QR portant ce jeton. N’encaissez rien avec ce code ; vérifiez le jeton caractère par caractère (26 chiffres et lettres majuscules, jamais I, L, O ni U). L’opérateur le communique à la création du code.',
      ar: 'لا يوجد هنا رمز QR بهذا المعرّف. لا تأخذ أي مبلغ؛ وتحقّق من المعرّف حرفًا حرفًا (26 رقمًا وحرفًا لاتينيًا كبيرًا، ليس بينها I ولا L ولا O ولا U). والمشغّل يعطيه عند إنشاء الرمز.',
    },
  },
  QR_CODE400_INVALID_STATUS: {
    status: 400,
    messages: {
      en: 'This QR code is not active: the operator disabled it, or it was made for one payment that is already paid. Take no money with it, and change nothing. Ask the operator. If its single payment was made, used says when, and by whom if it was in your channel.',
      fr: 'Ce code QR n’est pas en service : l’opérateur l’a désactivé, ou il était destiné à un seul paiement, déjà effectué. N’encaissez rien avec ce code et n’y changez rien ; adressez-vous à l’opérateur. Si son unique paiement est fait, used dit quand, et par qui si c’était dans votre canal.',
      ar: 'رمز QR هذا خارج الخدمة: إمّا أن المشغّل عطّله، أو أنه أُنشئ لدفعة واحدة وقد تمّت. لا تأخذ به أي مبلغ ولا تغيّر فيه شيئًا؛ راجع المشغّل. وإن كانت دفعته الوحيدة قد تمّت فإن used يذكر متى، ومَن قبضها إن كان ذلك في قناتك.',
    },
    extra: { used },
  },
  QR_CODE400_CANNOT_BE_MODIFIED: {
    status: 400,
    messages: {
      en: 'The amounts of this QR code cannot be changed now: an open payment has reserved its single use, or the code is dynamic. Wait until that payment is confirmed or its lock expires, then try again. A dynamic code can never be changed.',
      fr: 'Les montants de ce code QR ne peuvent pas être modifiés : un paiement en cours a réservé son usage unique, ou le code est dynamique. Attendez que ce paiement soit confirmé ou que son verrou expire, puis réessayez ; un code dynamique ne se modifie jamais.',
      ar: 'لا يمكن تغيير مبالغ رمز QR هذا الآن: إمّا أن دفعة جارية حجزت استعماله الوحيد، أو أنه رمز ديناميكي. انتظر حتى تُؤكَّد تلك الدفعة أو تنقضي مدة حجزها ثم أعد المحاولة؛ أمّا الرمز الديناميكي فلا يُغيَّر أبدًا.',
    },
  },
  QR_CODE409_IN_USE: {
    status: 409,
    messages: {
      en: 'Another payment has reserved the single use of this QR code. Take no money. The code is free again at lockReleaseTime at the latest, unless it is paid before. Scan it again after that time. If the answer has ownPayment, the open payment is your own: continue it.',
      fr: 'Un autre paiement occupe l’usage unique de ce code QR. N’encaissez rien ; le code sera libre au plus tard à lockReleaseTime, sauf s’il est payé d’ici là. Scannez-le de nouveau après cette heure. Si la réponse contient ownPayment, ce paiement en cours est le vôtre : continuez-le.',
      ar: 'هناك دفعة أخرى تشغل الاستعمال الوحيد لرمز QR هذا. لا تأخذ أي مبلغ؛ يتحرّر الرمز عند الوقت lockReleaseTime على أبعد تقدير ما لم يُدفع قبل ذلك. امسحه من جديد بعد هذا الوقت. وإن احتوى الجواب على ownPayment فالدفعة الجارية دفعتك أنت: أكملها.',
    },
    extra: { lockReleaseTime: LOCK_RELEASE_TIME, ownPayment },
  },
  QR_CODE409_AMOUNT_CHANGED: {
    status: 409,
    messages: {
      en: 'The amounts of this QR code changed after the payer saw them, so nothing was charged. Take no money. Scan the code again, show the payer the amounts in qrConfig, and pay one of them.',
      fr: 'Les montants de ce code QR ont changé depuis leur présentation au payeur : rien n’a été débité. N’encaissez rien. Scannez de nouveau le code, présentez au payeur les montants de qrConfig, puis payez l’un d’eux.',
      ar: 'تغيّرت مبالغ رمز QR هذا بعد عرضها على الدافع، فلم يُخصم شيء. لا تأخذ أي مبلغ. امسح الرمز من جديد، واعرض على الدافع المبالغ الواردة في qrConfig، ثم ادفع أحدها.',
    },
    extra: { qrConfig },
  },
} as const satisfies Record<string, ErrorEntry>
