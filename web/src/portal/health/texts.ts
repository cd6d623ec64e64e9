import type { Texts } from '../../texts/texts.ts'

export const HEALTH = {
  title: { en: 'Health', fr: 'Santé', ar: 'الفحص' },
  certify: {
    en: 'Check the live integration',
    fr: 'Contrôler l’intégration en service',
    ar: 'فحص الربط قيد الخدمة',
  },
  certifySays: {
    en: 'The platform calls both your addresses with test references and test webhooks, some of them forged, and judges the answers. None of them reports a payment.',
    fr: 'La plateforme appelle vos deux adresses avec des références et des webhooks d’essai, dont certains falsifiés, et juge les réponses. Rien n’annonce un paiement.',
    ar: 'تنادي المنصّة عنوانَيكم بمراجع وإشعارات تجريبية، بعضها مزوّر، وتحكم على الردود. لا شيء منها يعلن دفعة.',
  },
  run: { en: 'Run the checks', fr: 'Lancer les contrôles', ar: 'تشغيل الفحوص' },
  running: { en: 'Running …', fr: 'En cours …', ar: 'جارٍ …' },
  oneAtATime: {
    en: 'One run at a time.',
    fr: 'Une seule exécution à la fois.',
    ar: 'تشغيل واحد في الوقت نفسه.',
  },
  report: { en: 'The report', fr: 'Le rapport', ar: 'التقرير' },
  earlier: { en: 'Run of', fr: 'Exécution du', ar: 'تشغيل' },
  progress: {
    en: '{done} of {all} checks are made.',
    fr: '{done} contrôles sur {all} sont faits.',
    ar: 'أُجري {done} من {all} فحصًا.',
  },
  allPassed: {
    en: '{passed} checks passed{skipped, plural, =0 {} other {, # were left out}}.',
    fr: '{passed} contrôles réussis{skipped, plural, =0 {} one {, # omis} other {, # omis}}.',
    ar: 'نجح {passed} فحصًا{skipped, plural, =0 {} other {، وتُرك #}}.',
  },
  someFailed: {
    en: '{failed, plural, one {# check} other {# checks}} failed, {passed} passed.',
    fr: '{failed, plural, one {# contrôle a échoué} other {# contrôles ont échoué}}, {passed} réussis.',
    ar: 'فشل {failed, plural, one {فحص واحد} two {فحصان} few {# فحوص} many {# فحصًا} other {# فحص}}، ونجح {passed}.',
  },
  interrupted: {
    en: 'The run was interrupted before all checks were made. Start another one.',
    fr: 'L’exécution a été interrompue avant la fin. Lancez-en une autre.',
    ar: 'توقف التشغيل قبل إجراء كل الفحوص. ابدؤوا تشغيلًا آخر.',
  },
  passed: { en: 'Passed', fr: 'Réussi', ar: 'ناجح' },
  failed: { en: 'Failed', fr: 'Échoué', ar: 'فاشل' },
  skipped: { en: 'Left out', fr: 'Omis', ar: 'متروك' },
  waiting: { en: 'Waiting', fr: 'En attente', ar: 'في الانتظار' },
  answered: {
    en: 'What your server answered',
    fr: 'Ce que votre serveur a répondu',
    ar: 'ما ردّ به خادمكم',
  },
  download: {
    en: 'Download the report:',
    fr: 'Télécharger le rapport :',
    ar: 'تنزيل التقرير:',
  },
  certificate: { en: 'The whole certificate', fr: 'Le certificat complet', ar: 'الشهادة الكاملة' },
  reference: {
    en: 'A reference of yours that is not paid (optional)',
    fr: 'Une de vos références non payée (facultatif)',
    ar: 'أحد مراجعكم غير المدفوعة (اختياري)',
  },
  whole: {
    en: 'The whole certificate has more than a hundred checks, forged signatures and bad answers among them. It runs on your own machine:',
    fr: 'Le certificat complet compte plus de cent contrôles, dont signatures falsifiées et mauvaises réponses. Il s’exécute sur votre machine :',
    ar: 'تضم الشهادة الكاملة أكثر من مئة فحص، منها تواقيع مزوّرة وردود خاطئة. تُشغَّل على جهازكم:',
  },
} as const satisfies Texts
