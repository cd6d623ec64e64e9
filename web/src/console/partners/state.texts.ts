import type { Texts } from '../../texts/texts.ts'

export const STATE = {
  title: { en: 'Going live', fr: 'Mise en service', ar: 'الوضع في الخدمة' },
  testing: { en: 'Testing', fr: 'En essai', ar: 'قيد الاختبار' },
  live: { en: 'Live', fr: 'En service', ar: 'في الخدمة' },
  paused: { en: 'Paused', fr: 'Suspendu', ar: 'موقوف مؤقتًا' },
  testingSays: {
    en: 'Only test channels can pay it. Their payments are in its statements until you refund them: propose no payout for them.',
    fr: 'Seuls les canaux d’essai peuvent le payer. Leurs paiements figurent dans ses relevés jusqu’à leur remboursement : ne proposez aucun virement pour eux.',
    ar: 'لا تدفع له إلا قنوات الاختبار. تبقى دفعاتها في كشوفه إلى أن تُردّ: لا تقترح تحويلًا لها.',
  },
  liveSays: { en: 'It can be paid.', fr: 'Il peut être payé.', ar: 'يمكن الدفع له.' },
  pausedSays: {
    en: 'Nothing new opens. What is open ends as usual.',
    fr: 'Rien de nouveau ne s’ouvre. Ce qui est ouvert se termine comme d’habitude.',
    ar: 'لا يُفتح شيء جديد. وما هو مفتوح ينتهي كالمعتاد.',
  },
  certified: {
    en: 'All live checks passed {at}. They count until {until}.',
    fr: 'Tous les contrôles en direct ont réussi {at}. Ils comptent jusqu’au {until}.',
    ar: 'نجحت كل الفحوص المباشرة {at}. وهي سارية حتى {until}.',
  },
  notCertified: {
    en: 'Missing: live checks that all passed within 30 days, at the present addresses. The partner runs them in its portal (Health, with a reference that it knows). An owner can also let it go live with a reason.',
    fr: 'Il manque : des contrôles en direct tous réussis depuis 30 jours au plus, aux adresses actuelles. Le partenaire les lance dans son portail (Santé, avec une référence qu’il connaît). Un propriétaire peut aussi le mettre en service avec un motif.',
    ar: 'ينقص: فحوص مباشرة نجحت كلها خلال 30 يومًا على العناوين الحالية. يُجريها الشريك من بوابته (الفحص، مع مرجع يعرفه). ويستطيع مالك أيضًا أن يضعه في الخدمة بذكر السبب.',
  },
  goLive: { en: 'Let it go live', fr: 'Mettre en service', ar: 'وضعه في الخدمة' },
  goLiveSays: {
    en: 'From now on its payers can pay it through the channels. Refund its test payments first: they are in its statements.',
    fr: 'Ses payeurs pourront dès maintenant le payer par les canaux. Remboursez d’abord ses paiements d’essai : ils figurent dans ses relevés.',
    ar: 'يستطيع الدافعون من الآن الدفع له عبر القنوات. رُدّ أولًا دفعات الاختبار، فهي في كشوفه.',
  },
  byWordSays: {
    en: 'It has no certificate. Your reason stays in the audit log. Refund its test payments first: they are in its statements.',
    fr: 'Il n’a pas de certificat. Votre motif reste dans le journal d’audit. Remboursez d’abord ses paiements d’essai : ils figurent dans ses relevés.',
    ar: 'ليس له شهادة. يبقى السبب الذي تذكره في سجل التدقيق. رُدّ أولًا دفعات الاختبار، فهي في كشوفه.',
  },
  ownersOnly: {
    en: 'Without a certificate, only an owner can let it go live.',
    fr: 'Sans certificat, seul un propriétaire peut le mettre en service.',
    ar: 'من دون شهادة لا يضعه في الخدمة إلا مالك.',
  },
  pause: { en: 'Pause', fr: 'Suspendre', ar: 'إيقاف مؤقت' },
  pauseSays: {
    en: 'New payments are refused at once. What is open ends as usual. Your reason stays in the audit log.',
    fr: 'Les nouveaux paiements sont refusés aussitôt. Ce qui est ouvert se termine comme d’habitude. Votre motif reste dans le journal d’audit.',
    ar: 'تُرفض الدفعات الجديدة فورًا. وما هو مفتوح ينتهي كالمعتاد. يبقى السبب في سجل التدقيق.',
  },
  resume: { en: 'Let it go on', fr: 'Faire reprendre', ar: 'استئناف' },
  resumeSays: {
    en: 'Payments open again at once. Your reason stays in the audit log.',
    fr: 'Les paiements s’ouvrent de nouveau aussitôt. Votre motif reste dans le journal d’audit.',
    ar: 'تُفتح الدفعات من جديد فورًا. يبقى السبب في سجل التدقيق.',
  },
} as const satisfies Texts
