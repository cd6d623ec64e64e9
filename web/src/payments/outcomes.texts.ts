import type { Texts } from '../texts/texts.ts'

/** What became of one attempt. */
export const OUTCOMES = {
  acknowledged: { en: 'acknowledged', fr: 'accusé', ar: 'مؤكَّد' },
  not_acknowledged: {
    en: 'answered without success: true',
    fr: 'réponse sans success: true',
    ar: 'ردّ بلا success: true',
  },
  http_status: { en: 'answered {status}', fr: 'réponse {status}', ar: 'ردّ {status}' },
  not_sent: { en: 'not sent', fr: 'non envoyé', ar: 'لم يُرسل' },
  timeout: { en: 'no answer in time', fr: 'sans réponse à temps', ar: 'لا رد في الوقت' },
  connection: { en: 'connection refused', fr: 'connexion refusée', ar: 'رُفض الاتصال' },
  tls: {
    en: 'the certificate is not valid',
    fr: 'certificat non valable',
    ar: 'الشهادة غير صالحة',
  },
  dns: { en: 'the host is not found', fr: 'hôte introuvable', ar: 'المضيف غير موجود' },
  refused_address: {
    en: 'the address may not be called',
    fr: 'adresse interdite',
    ar: 'العنوان ممنوع',
  },
  too_large: { en: 'the answer is too long', fr: 'réponse trop longue', ar: 'الرد طويل جدًّا' },
  bad_encoding: { en: 'the answer is compressed', fr: 'réponse compressée', ar: 'الرد مضغوط' },
  bad_response: { en: 'the answer is broken', fr: 'réponse illisible', ar: 'رد غير مقروء' },
  bad_request: { en: 'not sent', fr: 'non envoyé', ar: 'لم يُرسل' },
  too_many_calls: { en: 'too many at once', fr: 'trop à la fois', ar: 'طلبات كثيرة معًا' },
  running: { en: 'under way', fr: 'en cours', ar: 'جارٍ' },
} as const satisfies Texts
