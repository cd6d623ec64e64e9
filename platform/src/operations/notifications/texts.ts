/** What notifications say. `{…}` stands for a value. */
import type { IncidentKind, Language } from '@wasl/protocol'

type Text = Record<Language, string>

type Texts = { began: Text; ended: Text }

export const INCIDENT_TEXTS: Record<IncidentKind, Texts> = {
  'lookups-fail': {
    began: {
      en: 'Lookups of {partner} fail: {count} within two hours. Payers are turned away. The last: {detail}',
      fr: 'Les consultations de {partner} échouent : {count} en deux heures. Des payeurs sont refusés. La dernière : {detail}',
      ar: 'تفشل عمليات الاستعلام لدى {partner}: ‏{count} خلال ساعتين. يُرفض دافعون. آخرها: {detail}',
    },
    ended: {
      en: 'Lookups of {partner} work again.',
      fr: 'Les consultations de {partner} fonctionnent de nouveau.',
      ar: 'عادت عمليات الاستعلام لدى {partner} إلى العمل.',
    },
  },
  'canary-fails': {
    began: {
      en: 'The hourly lookup of the test reference of {partner} failed {count} times in a row: payers would be turned away. The last: {detail}',
      fr: 'La consultation horaire de la référence d’essai de {partner} a échoué {count} fois de suite : des payeurs seraient refusés. La dernière : {detail}',
      ar: 'فشل الاستعلام الذي يُجرى كل ساعة عن المرجع التجريبي لدى {partner} ‏{count} مرات متتالية: سيُرفض دافعون. آخرها: {detail}',
    },
    ended: {
      en: 'The hourly lookup of the test reference of {partner} works again, or is no longer made.',
      fr: 'La consultation horaire de la référence d’essai de {partner} fonctionne de nouveau, ou n’est plus faite.',
      ar: 'عاد الاستعلام الذي يُجرى كل ساعة عن المرجع التجريبي لدى {partner} إلى العمل، أو لم يعد يُجرى.',
    },
  },
  'webhooks-fail': {
    began: {
      en: '{partner} does not acknowledge webhooks: {count} wait for their next attempt.',
      fr: '{partner} n’accuse pas réception des webhooks : {count} attendent leur prochaine tentative.',
      ar: '{partner} لا يؤكّد استلام إشعارات الويب: ‏{count} تنتظر المحاولة التالية.',
    },
    ended: {
      en: 'No webhook of {partner} waits for another attempt.',
      fr: 'Plus aucun webhook de {partner} n’attend une nouvelle tentative.',
      ar: 'لم يعد أي إشعار ويب لدى {partner} ينتظر محاولة أخرى.',
    },
  },
  'deliveries-exhausted': {
    began: {
      en: 'Webhooks of {partner} were given up after their last attempt: {count}. It does not learn of these payments until somebody sends them again.',
      fr: 'Des webhooks de {partner} ont été abandonnés après leur dernière tentative : {count}. Il n’apprendra ces paiements que si quelqu’un les renvoie.',
      ar: 'تُركت إشعارات ويب لدى {partner} بعد محاولتها الأخيرة: ‏{count}. لن يعلم بهذه الدفعات حتى يعيد أحد إرسالها.',
    },
    ended: {
      en: 'No webhook of {partner} was given up within the last 24 hours, or all were sent again.',
      fr: 'Aucun webhook de {partner} n’a été abandonné depuis 24 heures, ou tous ont été renvoyés.',
      ar: 'لم يُترك أي إشعار ويب لدى {partner} خلال آخر 24 ساعة، أو أُعيد إرسالها كلّها.',
    },
  },
  'day-open': {
    began: {
      en: 'A business day ended {count} hours ago and does not close. No statement can be made of it.',
      fr: 'Une journée comptable est finie depuis {count} heures et ne se clôture pas. Aucun relevé ne peut en être fait.',
      ar: 'انتهى يوم محاسبي منذ {count} ساعة ولم يُقفل. لا يمكن إعداد كشف عنه.',
    },
    ended: {
      en: 'All business days that are over are closed.',
      fr: 'Toutes les journées comptables finies sont clôturées.',
      ar: 'أُقفلت كل الأيام المحاسبية المنتهية.',
    },
  },
  'integrity-violated': {
    began: {
      en: 'The integrity check found a violation: {detail}',
      fr: 'Le contrôle d’intégrité a trouvé une violation : {detail}',
      ar: 'وجد فحص السلامة مخالفة: {detail}',
    },
    ended: {
      en: 'The integrity check no longer finds a violation.',
      fr: 'Le contrôle d’intégrité ne trouve plus de violation.',
      ar: 'لم يعد فحص السلامة يجد أي مخالفة.',
    },
  },
}

export const MESSAGE_TEXTS = {
  test: {
    en: 'This is a test: notifications of Wasl reach you here.',
    fr: 'Ceci est un essai : les notifications de Wasl vous parviennent ici.',
    ar: 'هذه تجربة: تصلك إشعارات «وصل» إلى هنا.',
  },
  /** The subject of a message about several. */
  several: {
    en: 'Wasl: {began} began, {ended} ended',
    fr: 'Wasl : {began} en cours, {ended} terminés',
    ar: 'وصل: ‏{began} بدأت، ‏{ended} انتهت',
  },
  since: {
    en: 'Since {began}.',
    fr: 'Depuis le {began}.',
    ar: 'منذ {began}.',
  },
  lasted: {
    en: 'From {began} to {ended}.',
    fr: 'Du {began} au {ended}.',
    ar: 'من {began} إلى {ended}.',
  },
} as const satisfies Record<string, Text>

export const BRAND: Text = { en: 'Wasl: ', fr: 'Wasl : ', ar: 'وصل: ' }
