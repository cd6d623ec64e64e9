import type { ErrorEntry } from './entry.ts'

/** The operator API (D22). */
export const OPERATOR_API_ERRORS = {
  OPERATOR401_UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'The header x-api-key is missing, its key is unknown, or the session has ended. Send the API key of an operator (see WASL_OPERATOR_KEY), or sign in again.',
      fr: 'L’en-tête x-api-key est absent, sa clé est inconnue, ou la session a pris fin. Envoyez la clé d’API d’un opérateur (voir WASL_OPERATOR_KEY), ou reconnectez-vous.',
      ar: 'الترويسة x-api-key غائبة، أو المفتاح الذي تحمله غير معروف، أو انتهت الجلسة. أرسل مفتاح API الخاص بالمشغّل (انظر WASL_OPERATOR_KEY)، أو سجّل الدخول من جديد.',
    },
  },
  // D29: money.
  APPROVAL409_SAME_PERSON: {
    status: 409,
    messages: {
      en: 'You asked for this yourself, so another person must decide about it. Nothing was changed. Ask a colleague to send the request with a key of their own (a key names its holder).',
      fr: 'Vous êtes à l’origine de cette opération : une autre personne doit en décider. Rien n’a été modifié. Demandez à un collègue d’envoyer la requête avec sa propre clé (chaque clé nomme son titulaire).',
      ar: 'أنت من أنشأ هذه العملية، لذا يجب أن يبتّ فيها شخص آخر. لم يتغيّر شيء. اطلب من زميل أن يرسل الطلب بمفتاحه الخاص (لكل مفتاح اسم صاحبه).',
    },
  },
  APPROVAL409_SECOND_PERSON: {
    status: 409,
    messages: {
      en: 'This needs two people, and your request is recorded as the first. Nothing has changed yet. Ask another person to check it and to send the same request.',
      fr: 'Cette opération demande deux personnes, et votre demande est enregistrée comme la première. Rien n’a encore changé. Demandez à une autre personne de la vérifier et d’envoyer la même demande.',
      ar: 'تحتاج هذه العملية إلى شخصين، وقد سُجّل طلبك على أنه الأول. لم يتغيّر شيء بعد. اطلب من شخص آخر أن يتحقق منه ويرسل الطلب نفسه.',
    },
  },
  SETTING404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'No change of a setting with this id waits. It was confirmed, refused or replaced, or never asked for. Nothing was changed. Look for it in the list of money settings.',
      fr: 'Aucun changement de réglage portant cet identifiant n’attend. Il a été confirmé, refusé ou remplacé, ou jamais demandé. Rien n’a été modifié. Cherchez-le dans la liste des réglages d’argent.',
      ar: 'لا ينتظر أي تغيير لإعداد بهذا المعرّف. إما أُكّد أو رُفض أو استُبدل، أو لم يُطلب قط. لم يتغيّر شيء. ابحث عنه في قائمة إعدادات المال.',
    },
  },
  CHANNEL404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no such channel or channel kind. Check the id (such as chn_7) or the kind (AGENCY, DELIVERY or MARKETPLACE) and try again.',
      fr: 'Ce canal ou ce type de canal n’existe pas. Vérifiez l’identifiant (par exemple chn_7) ou le type (AGENCY, DELIVERY ou MARKETPLACE) et réessayez.',
      ar: 'لا توجد قناة كهذه ولا نوع قناة كهذا. تحقّق من المعرّف (مثل chn_7) أو من النوع (AGENCY أو DELIVERY أو MARKETPLACE) وأعد المحاولة.',
    },
  },
  OPERATOR_KEY404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no operator key with this id. Check the id (such as opr_2) against the list of operator keys and try again.',
      fr: 'Aucune clé d’opérateur ne porte cet identifiant. Vérifiez-le (par exemple opr_2) dans la liste des clés d’opérateurs et réessayez.',
      ar: 'لا يوجد مفتاح مشغّل بهذا المعرّف. قارنه (مثل opr_2) بقائمة مفاتيح المشغّلين وأعد المحاولة.',
    },
  },
  OPERATOR_KEY409_OWN: {
    status: 409,
    messages: {
      en: 'This request was sent with this key. Use another operator key to revoke it (create one first if there is no other), so that one key always remains.',
      fr: 'C’est la clé que la requête présente elle-même. Présentez une autre clé d’opérateur pour la révoquer (créez-en d’abord une s’il n’y en a pas), afin qu’il en reste toujours une.',
      ar: 'هذا هو المفتاح الذي يحمله الطلب نفسه. استعمل مفتاح مشغّل آخر لإلغائه (أنشئ واحدًا أولًا إن لم يوجد)، حتى يبقى مفتاح واحد دائمًا.',
    },
  },
  EVENT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no webhook event with this eventId. Check the id against the list of webhook events and try again.',
      fr: 'Aucun événement webhook ne porte cet eventId. Vérifiez l’identifiant dans la liste des événements webhook et réessayez.',
      ar: 'لا يوجد حدث webhook بهذا المعرّف eventId. قارن المعرّف بقائمة أحداث webhook وأعد المحاولة.',
    },
  },
  // W76
  EVENT429_SENT_TOO_OFTEN: {
    status: 429,
    messages: {
      en: 'This event was sent too often within an hour: the limit is 20 attempts for a partner and 60 for an operator. Nothing was changed. Check why its attempts failed, wait the number of seconds in the header Retry-After, then send the request again.',
      fr: 'Cet événement a été envoyé trop souvent en une heure : au plus 20 tentatives pour un partenaire, 60 pour un opérateur. Rien n’a été fait. Lisez pourquoi ses tentatives ont échoué, attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis renvoyez la requête.',
      ar: 'أُرسل هذا الحدث مرات كثيرة خلال ساعة: 20 محاولة على الأكثر للشريك و60 للمشغّل. لم يُنفَّذ شيء. اقرأ سبب فشل محاولاته، وانتظر عدد الثواني المذكور في الترويسة Retry-After، ثم أرسل الطلب من جديد.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
