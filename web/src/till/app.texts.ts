import type { Texts } from './base/texts.ts'

export const APP = {
  till: { en: 'Till', fr: 'Caisse', ar: 'الشبّاك' },
  collect: { en: 'Collect', fr: 'Encaisser', ar: 'القبض' },
  round: { en: 'My round', fr: 'Ma tournée', ar: 'جولتي' },
  today: { en: 'Today', fr: 'Aujourd’hui', ar: 'اليوم' },
  shift: { en: 'Shift', fr: 'Prise de poste', ar: 'المناوبة' },
  handover: { en: 'Hand over', fr: 'Remettre', ar: 'تسليم النقود' },
  refund: { en: 'Pay a refund', fr: 'Verser un remboursement', ar: 'دفع استرداد' },
  deposit: { en: 'Bag for the bank', fr: 'Sac pour la banque', ar: 'كيس للبنك' },
  team: { en: 'Team', fr: 'Équipe', ar: 'الفريق' },
  outbox: { en: 'Waiting for the network', fr: 'En attente du réseau', ar: 'في انتظار الشبكة' },
  language: { en: 'Language', fr: 'Langue', ar: 'اللغة' },
  signOut: { en: 'Sign out', fr: 'Se déconnecter', ar: 'تسجيل الخروج' },
  waiting: {
    en: '{count, plural, one {# payment waits} other {# payments wait}}',
    fr: '{count, plural, one {# paiement en attente} other {# paiements en attente}}',
    ar: '{count, plural, =1 {دفعة واحدة تنتظر} =2 {دفعتان تنتظران} few {# دفعات تنتظر} other {# دفعة تنتظر}}',
  },
  conflicts: {
    en: '{count, plural, one {# payment was refused} other {# payments were refused}}',
    fr: '{count, plural, one {# paiement refusé} other {# paiements refusés}}',
    ar: '{count, plural, =1 {دفعة واحدة رُفضت} =2 {دفعتان رُفضتا} few {# دفعات رُفضت} other {# دفعة رُفضت}}',
  },
  see: { en: 'See', fr: 'Voir', ar: 'عرض' },
  awaySince: {
    en: 'No network since {time}.',
    fr: 'Pas de réseau depuis {time}.',
    ar: 'لا شبكة منذ {time}.',
  },
  goOn: {
    en: 'Go on: the references of your round can be paid. What you take is kept on this device, and sent when the network is back.',
    fr: 'Continuez : les références de votre tournée peuvent être payées. Ce que vous encaissez est gardé sur cet appareil et part au retour du réseau.',
    ar: 'واصل عملك: يمكن قبض مراجع جولتك. ما تقبضه محفوظ على هذا الجهاز ويُرسَل حين تعود.',
  },
  wait: {
    en: 'No new payment can be opened. What you took is kept on this device, and sent when the network is back.',
    fr: 'Aucun nouveau paiement ne peut s’ouvrir. Ce que vous avez encaissé est gardé sur cet appareil et part au retour du réseau.',
    ar: 'لا يمكن فتح دفعة جديدة. ما قبضته محفوظ على هذا الجهاز ويُرسَل حين تعود الشبكة.',
  },
  refundWaits: {
    en: 'A refund waits for you.',
    fr: 'Un remboursement vous attend.',
    ar: 'استرداد ينتظرك.',
  },
  scanned: {
    en: '{reference} was scanned. Finish this screen first, then scan it again.',
    fr: '{reference} a été scanné. Terminez d’abord cet écran, puis scannez de nouveau.',
    ar: 'مُسح {reference}. أنهِ هذه الشاشة أولًا ثم امسحه من جديد.',
  },
  noTill: {
    en: 'This account belongs to no channel, so it has no till.',
    fr: 'Ce compte n’appartient à aucun canal : il n’a pas de caisse.',
    ar: 'هذا الحساب لا يتبع أي قناة، فليس له شبّاك.',
  },
  account: { en: 'My account', fr: 'Mon compte', ar: 'حسابي' },
  stillWaits: {
    en: 'Money that you took is not confirmed yet. It stays on this device, and goes when you sign in here again.',
    fr: 'De l’argent encaissé n’est pas encore confirmé. Il reste sur cet appareil et partira quand vous vous reconnecterez ici.',
    ar: 'نقود قبضتها لم تُؤكَّد بعد. تبقى محفوظة على هذا الجهاز وتُرسَل حين تدخل منه مجددًا.',
  },
  signOutAnyway: {
    en: 'Sign out, and keep it here',
    fr: 'Se déconnecter et la garder ici',
    ar: 'تسجيل الخروج مع إبقائها هنا',
  },
  stay: { en: 'Stay', fr: 'Rester', ar: 'البقاء' },
  needsNetwork: {
    en: 'Signing out needs the network.',
    fr: 'La déconnexion demande le réseau.',
    ar: 'يتطلب تسجيل الخروج وجود الشبكة.',
  },
  notLoaded: {
    en: 'This screen could not be loaded. What you took is kept on this device. When the network is there, load the till again.',
    fr: 'Cet écran n’a pas pu être chargé. Ce que vous avez encaissé est gardé sur cet appareil. Dès que le réseau est là, rechargez la caisse.',
    ar: 'تعذّر تحميل هذه الشاشة. ما قبضته محفوظ على هذا الجهاز. حين تعود الشبكة حمّل الشبّاك من جديد.',
  },
  loadAgain: { en: 'Load again', fr: 'Recharger', ar: 'حمّل من جديد' },
  unknown: {
    en: 'There is no such page.',
    fr: 'Cette page n’existe pas.',
    ar: 'هذه الصفحة غير موجودة.',
  },
} as const satisfies Texts
