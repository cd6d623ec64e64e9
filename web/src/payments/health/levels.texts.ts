import type { Texts } from '../../texts/texts.ts'

export const LEVELS = {
  title: { en: 'Service levels', fr: 'Niveaux de service', ar: 'مستويات الخدمة' },
  month: { en: 'This month', fr: 'Ce mois-ci', ar: 'هذا الشهر' },
  since: { en: 'Since {from}', fr: 'Depuis le {from}', ar: 'منذ {from}' },
  objective: { en: 'Objective', fr: 'Objectif', ar: 'الهدف' },
  target: { en: 'At least', fr: 'Au moins', ar: 'على الأقل' },
  level: { en: 'Kept', fr: 'Tenu', ar: 'المحقّق' },
  failed: { en: 'Failed', fr: 'Échecs', ar: 'إخفاقات' },
  budget: { en: 'Error budget left', fr: 'Marge d’erreur restante', ar: 'هامش الخطأ المتبقي' },
  nothing: { en: 'no calls yet', fr: 'aucun appel encore', ar: 'لا نداءات بعد' },
  open: { en: 'Opening a payment', fr: 'Ouvrir un paiement', ar: 'فتح دفعة' },
  confirm: { en: 'Confirming a payment', fr: 'Confirmer un paiement', ar: 'تأكيد دفعة' },
  status: { en: 'Status of a payment', fr: 'État d’un paiement', ar: 'حالة دفعة' },
  webhooks: {
    en: 'Webhooks acknowledged within 60 s',
    fr: 'Webhooks acquittés en 60 s',
    ar: 'إشعارات أُقرّ بها خلال 60 ثانية',
  },
  lookups: { en: 'Lookups answered', fr: 'Consultations répondues', ar: 'استعلامات أُجيب عنها' },
  hours: {
    en: 'The hours that took most of it',
    fr: 'Les heures qui en ont pris le plus',
    ar: 'الساعات التي استهلكت أكثره',
  },
  hoursNote: {
    en: 'The share of the month’s error budget that the failures of one hour took.',
    fr: 'La part de la marge d’erreur du mois prise par les échecs d’une heure.',
    ar: 'حصة إخفاقات ساعة واحدة من هامش الخطأ لهذا الشهر.',
  },
  hour: { en: 'Hour from', fr: 'Heure à partir de', ar: 'الساعة ابتداءً من' },
  ofBudget: { en: 'Of the error budget', fr: 'De la marge d’erreur', ar: 'من هامش الخطأ' },
  worst: {
    en: 'Partners with the most failures',
    fr: 'Partenaires qui échouent le plus',
    ar: 'الشركاء الأكثر إخفاقًا',
  },
  partner: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
  nobody: {
    en: 'Nothing of any partner has failed this month.',
    fr: 'Rien n’a échoué chez aucun partenaire ce mois-ci.',
    ar: 'لم يخفق شيء عند أي شريك هذا الشهر.',
  },
} as const satisfies Texts
