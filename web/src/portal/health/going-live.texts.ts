import type { Texts } from '../../texts/texts.ts'

export const GOING_LIVE = {
  title: { en: 'Can you be paid?', fr: 'Pouvez-vous être payé ?', ar: 'هل يمكن الدفع لكم؟' },
  testing: { en: 'Testing', fr: 'En essai', ar: 'قيد الاختبار' },
  live: { en: 'Live', fr: 'En service', ar: 'في الخدمة' },
  paused: { en: 'Paused', fr: 'Suspendu', ar: 'موقوف مؤقتًا' },
  testingSays: {
    en: 'Only test channels can pay you. Test payments are marked, and bring no money: your statements count them until the operator refunds them.',
    fr: 'Seuls les canaux d’essai peuvent vous payer. Les paiements d’essai sont marqués et n’apportent pas d’argent : vos relevés les comptent jusqu’à ce que l’opérateur les rembourse.',
    ar: 'لا تدفع لكم إلا قنوات الاختبار. دفعات الاختبار معلَّمة ولا تجلب مالًا، وتحسبها كشوفكم إلى أن يردّها المشغّل.',
  },
  liveSays: {
    en: 'Your payers can pay you.',
    fr: 'Vos payeurs peuvent vous payer.',
    ar: 'يستطيع الدافعون الدفع لكم.',
  },
  pausedSays: {
    en: 'The operator has paused you. Nothing new opens; what is open ends as usual. Ask the operator what is missing.',
    fr: 'L’opérateur vous a suspendu. Rien de nouveau ne s’ouvre ; ce qui est ouvert se termine comme d’habitude. Demandez à l’opérateur ce qui manque.',
    ar: 'أوقفكم المشغّل مؤقتًا. لا يُفتح شيء جديد، وما هو مفتوح ينتهي كالمعتاد. اسألوا المشغّل عمّا ينقص.',
  },
  missing: {
    en: 'Missing: a run of the checks below in which every check passes, with a reference that your server knows. It counts for 30 days, at your present addresses.',
    fr: 'Il manque : un passage des contrôles ci-dessous où tout réussit, avec une référence que votre serveur connaît. Il compte 30 jours, à vos adresses actuelles.',
    ar: 'ينقص: تشغيل للفحوص أدناه تنجح فيه كلها، مع مرجع يعرفه خادمكم. وهو سارٍ 30 يومًا على عناوينكم الحالية.',
  },
  certified: {
    en: 'All checks passed {at}. Ask the operator to let you go live before {until}.',
    fr: 'Tous les contrôles ont réussi {at}. Demandez à l’opérateur de vous mettre en service avant le {until}.',
    ar: 'نجحت كل الفحوص {at}. اطلبوا من المشغّل وضعكم في الخدمة قبل {until}.',
  },
} as const satisfies Texts
