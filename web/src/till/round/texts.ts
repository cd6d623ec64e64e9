import type { Texts } from '../base/texts.ts'

export const ROUND = {
  notPersisted: {
    en: 'This browser may delete what waits here when the phone runs out of room. Add the till to the home screen before you leave, and keep some room free.',
    fr: 'Ce navigateur peut effacer ce qui attend ici si le téléphone manque de place. Ajoutez la caisse à l’écran d’accueil avant de partir, et gardez de la place.',
    ar: 'قد يحذف هذا المتصفح ما ينتظر هنا إن ضاق مكان الهاتف. أضف الشبّاك إلى الشاشة الرئيسية قبل خروجك، واترك مساحة فارغة.',
  },
  title: { en: 'My round', fr: 'Ma tournée', ar: 'جولتي' },
  lead: {
    en: 'Lock the references of your parcels before you leave. Then they can be paid without the network.',
    fr: 'Réservez les références de vos colis avant le départ. Elles pourront être payées sans réseau.',
    ar: 'احجز مراجع طرودك قبل الانطلاق، فيمكن قبضها بلا شبكة.',
  },
  references: {
    en: 'References, one a line',
    fr: 'Références, une par ligne',
    ar: 'المراجع، واحد في كل سطر',
  },
  nothingTyped: {
    en: 'Type or scan the references of your parcels first.',
    fr: 'Tapez ou scannez d’abord les références de vos colis.',
    ar: 'اكتب مراجع طرودك أو امسحها أولًا.',
  },
  lock: {
    en: '{count, plural, =0 {Lock} one {Lock # reference} other {Lock # references}}',
    fr: '{count, plural, =0 {Réserver} one {Réserver # référence} other {Réserver # références}}',
    ar: '{count, plural, =0 {احجز} =1 {احجز مرجعًا واحدًا} =2 {احجز مرجعين} few {احجز # مراجع} other {احجز # مرجعًا}}',
  },
  locking: {
    en: '{done} of {count}',
    fr: '{done} sur {count}',
    ar: '{done} من {count}',
  },
  add: { en: 'Add parcels', fr: 'Ajouter des colis', ar: 'إضافة طرود' },
  refused: { en: 'Not locked', fr: 'Non réservées', ar: 'لم تُحجز' },
  left: {
    en: '{count, plural, =0 {Nothing left to deliver} one {# parcel left} other {# parcels left}}',
    fr: '{count, plural, =0 {Plus rien à livrer} one {# colis à livrer} other {# colis à livrer}}',
    ar: '{count, plural, =0 {لم يبق أي طرد} =1 {بقي طرد واحد} =2 {بقي طردان} few {بقيت # طرود} other {بقي # طردًا}}',
  },
  taken: { en: 'Taken', fr: 'Encaissés', ar: 'مقبوضة' },
  waits: { en: 'waits', fr: 'en attente', ar: 'ينتظر' },
  confirmed: { en: 'confirmed', fr: 'confirmé', ar: 'مؤكَّد' },
  conflict: { en: 'refused', fr: 'refusé', ar: 'رُفض' },
  until: { en: 'until {time}', fr: 'jusqu’à {time}', ar: 'حتى {time}' },
  end: { en: 'Release what is left', fr: 'Libérer le reste', ar: 'حرّر ما بقي' },
  ended: { en: 'End of the round', fr: 'Fin de tournée', ar: 'نهاية الجولة' },
} as const satisfies Texts
