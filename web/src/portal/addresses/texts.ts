import type { Texts } from '../../texts/texts.ts'

export const ADDRESSES = {
  title: { en: 'Addresses', fr: 'Adresses', ar: 'العناوين' },
  where: {
    en: 'Where the platform calls you',
    fr: 'Où la plateforme vous appelle',
    ar: 'أين تتصل بكم المنصّة',
  },
  apiUrl: { en: 'Lookup address', fr: 'Adresse de consultation', ar: 'عنوان الاستعلام' },
  apiUrlSays: {
    en: 'The platform asks here what a reference costs.',
    fr: 'La plateforme y demande le montant d’une référence.',
    ar: 'هنا تسأل المنصّة عن مبلغ المرجع.',
  },
  webhookUrl: { en: 'Webhook address', fr: 'Adresse des webhooks', ar: 'عنوان الإشعارات' },
  webhookUrlSays: {
    en: 'The platform tells here what happened. Leave it empty for {url}.',
    fr: 'La plateforme y annonce ce qui s’est passé. Laissez vide pour {url}.',
    ar: 'هنا تُبلّغ المنصّة بما حدث. اتركوه فارغًا لاستعمال {url}.',
  },
  refunded: {
    en: 'Tell us about refunds too (payment.refunded)',
    fr: 'Nous annoncer aussi les remboursements (payment.refunded)',
    ar: 'أبلغونا بعمليات الاسترداد أيضًا (payment.refunded)',
  },
  standard: {
    en: 'Sign webhooks for Standard Webhooks verifiers too',
    fr: 'Signer aussi les webhooks pour les vérificateurs Standard Webhooks',
    ar: 'توقيع الإشعارات أيضًا لأدوات التحقق Standard Webhooks',
  },
  standardSays: {
    en: 'Give your verifier {prefix} and the base64 of {secret}. The platform’s own headers stay as they are.',
    fr: 'Donnez à votre vérificateur {prefix} suivi du base64 de {secret}. Les en-têtes de la plateforme ne changent pas.',
    ar: 'أعطوا أداة التحقق {prefix} ثم base64 للقيمة {secret}. تبقى ترويسات المنصّة كما هي.',
  },
  tryIt: { en: 'Try', fr: 'Essayer', ar: 'تجربة' },
  trying: { en: 'Trying …', fr: 'Essai en cours …', ar: 'جارٍ التجربة …' },
  save: { en: 'Save', fr: 'Enregistrer', ar: 'حفظ' },
  saved: { en: 'Saved.', fr: 'Enregistré.', ar: 'تم الحفظ.' },
  unchanged: {
    en: 'Nothing is changed yet.',
    fr: 'Rien n’a encore été modifié.',
    ar: 'لم يتغيّر شيء بعد.',
  },
  otherHost: {
    en: 'Another host: when you save, the API secret and the HMAC secret are replaced at once. Webhooks fail until your server has the new ones.',
    fr: 'Autre hôte : à l’enregistrement, le secret d’API et le secret HMAC sont remplacés aussitôt. Les webhooks échouent tant que votre serveur n’a pas les nouveaux.',
    ar: 'مضيف آخر: عند الحفظ يُستبدل سرّ API وسرّ HMAC فورًا، وتفشل الإشعارات إلى أن يحصل خادمكم على الجديدين.',
  },
  newSecrets: {
    en: 'The new secrets, shown this once',
    fr: 'Les nouveaux secrets, affichés cette seule fois',
    ar: 'السرّان الجديدان، يظهران هذه المرة فقط',
  },
  lookup: { en: 'Lookup', fr: 'Consultation', ar: 'الاستعلام' },
  webhook: { en: 'Webhook', fr: 'Webhook', ar: 'الإشعار' },
  madeUp: {
    en: 'Your real secrets are not sent to a host that is not saved yet: it must answer 401 to made-up ones.',
    fr: 'Vos vrais secrets ne sont pas envoyés à un hôte pas encore enregistré : il doit répondre 401 à des secrets inventés.',
    ar: 'لا تُرسل أسراركم الحقيقية إلى مضيف لم يُحفظ بعد: عليه أن يردّ بـ 401 على أسرار مختلقة.',
  },
  warnings: {
    en: 'What your server should correct',
    fr: 'Ce que votre serveur devrait corriger',
    ar: 'ما ينبغي لخادمكم تصحيحه',
  },
} as const satisfies Texts
