import type { Texts } from '../base/texts.ts'

export const HANDOVER = {
  title: { en: 'Hand over the cash', fr: 'Remettre l’argent', ar: 'تسليم النقود' },
  toWhom: { en: 'To', fr: 'À', ar: 'إلى' },
  safe: { en: 'The safe', fr: 'Le coffre', ar: 'الخزنة' },
  countFirst: {
    en: 'Count what you hand over',
    fr: 'Comptez ce que vous remettez',
    ar: 'عُدّ ما تسلّمه',
  },
  offer: { en: 'Hand over {amount}', fr: 'Remettre {amount}', ar: 'سلّم {amount}' },
  youGive: { en: 'You hand over to', fr: 'Vous remettez à', ar: 'تسلّم إلى' },
  say: {
    en: 'Say this code when the other has counted',
    fr: 'Dites ce code quand l’autre a compté',
    ar: 'قل هذا الرمز بعد أن يعدّ المستلم',
  },
  once: { en: 'It works once', fr: 'Il sert une fois', ar: 'يُستعمل مرة واحدة' },
  waits: {
    en: 'Until it is received, this money stays in your name.',
    fr: 'Jusqu’à la réception, cet argent reste à votre nom.',
    ar: 'تبقى هذه النقود باسمك حتى تُستلم.',
  },
  codeGone: {
    en: 'The code was shown once. Cancel the handover and offer it again to get another.',
    fr: 'Le code n’est montré qu’une fois. Annulez et recommencez pour en avoir un autre.',
    ar: 'يُعرض الرمز مرة واحدة. ألغِ التسليم وأعد عرضه لتحصل على رمز آخر.',
  },
  cancel: { en: 'Cancel the handover', fr: 'Annuler la passation', ar: 'ألغِ التسليم' },
  incoming: {
    en: '{name} hands cash over to you',
    fr: '{name} vous remet de l’argent',
    ar: '{name} يسلّمك نقودًا',
  },
  receive: { en: 'Count it', fr: 'Compter', ar: 'عُدّها' },
  countTheirs: {
    en: 'Count what {name} hands you',
    fr: 'Comptez ce que {name} vous remet',
    ar: 'عُدّ ما يسلّمك إياه {name}',
  },
  next: { en: 'Continue', fr: 'Continuer', ar: 'متابعة' },
  change: { en: 'Change the count', fr: 'Changer le comptage', ar: 'تغيير العدّ' },
  code: {
    en: 'The code that you are told',
    fr: 'Le code qu’on vous dit',
    ar: 'الرمز الذي يُقال لك',
  },
  take: { en: 'Receive {amount}', fr: 'Recevoir {amount}', ar: 'استلم {amount}' },
  missing: {
    en: '{count, plural, one {# digit is missing} other {# digits are missing}}',
    fr: '{count, plural, one {Il manque # chiffre au code} other {Il manque # chiffres au code}}',
    ar: '{count, plural, =1 {ينقص الرمزَ رقم واحد} =2 {ينقص الرمزَ رقمان} few {تنقص الرمزَ # أرقام} other {ينقص الرمزَ # رقمًا}}',
  },
  wrongCode: {
    en: '{count, plural, one {Wrong code. # try is left.} other {Wrong code. # tries are left.}}',
    fr: '{count, plural, one {Code faux. Il reste # essai.} other {Code faux. Il reste # essais.}}',
    ar: '{count, plural, =1 {رمز خاطئ. بقيت محاولة واحدة.} =2 {رمز خاطئ. بقيت محاولتان.} other {رمز خاطئ. بقيت # محاولات.}}',
  },
  decline: { en: 'Decline', fr: 'Refuser la passation', ar: 'رفض الاستلام' },
  dispute: { en: 'Report a disagreement', fr: 'Signaler un désaccord', ar: 'أبلغ عن خلاف' },
  disputeWhy: {
    en: 'Giver and receiver counted differently',
    fr: 'Les deux comptages diffèrent',
    ar: 'اختلف العدّ بين المسلّم والمستلم',
  },
  received: { en: 'Received', fr: 'Reçu', ar: 'تم الاستلام' },
  differ: {
    en: 'The counts differ: you received {counted}, {amount} was announced. Another person decides on the difference.',
    fr: 'Les comptages diffèrent : vous avez reçu {counted}, {amount} annoncés. Une autre personne décidera de l’écart.',
    ar: 'اختلف العدّان: استلمت {counted} والمعلن {amount}. يبتّ شخص آخر في الفرق.',
  },
  gaveAway: { en: '{name} has received it', fr: '{name} l’a reçu', ar: 'استلمها {name}' },
  countedLess: {
    en: '{name} counted {amount} less than you handed over',
    fr: '{name} a compté {amount} de moins que ce que vous avez remis',
    ar: 'عدّ {name} أقل مما سلّمته بـ {amount}',
  },
  countedMore: {
    en: '{name} counted {amount} more than you handed over',
    fr: '{name} a compté {amount} de plus que ce que vous avez remis',
    ar: 'عدّ {name} أكثر مما سلّمته بـ {amount}',
  },
  offered: { en: 'You offered', fr: 'Vous avez remis', ar: 'ما سلّمته' },
  counted: { en: 'The other counted', fr: 'L’autre a compté', ar: 'ما عدّه المستلم' },
  difference: { en: 'Difference', fr: 'Écart', ar: 'الفرق' },
  lessNow: {
    en: 'What was counted is now with the other. The difference stays open in your name until somebody else decides on it. Count together now, before one of you leaves.',
    fr: 'Ce qui a été compté est maintenant chez l’autre. L’écart reste ouvert à votre nom jusqu’à la décision d’une autre personne. Recomptez ensemble, avant de vous quitter.',
    ar: 'ما عُدّ صار عند المستلم. يبقى الفرق مفتوحًا باسمك إلى أن يبتّ فيه شخص آخر. أعيدا العدّ معًا قبل أن تفترقا.',
  },
  moreNow: {
    en: 'All that was counted is now with the other. Somebody else decides on the difference. Count together now, before one of you leaves.',
    fr: 'Tout ce qui a été compté est maintenant chez l’autre. Une autre personne décide de l’écart. Recomptez ensemble, avant de vous quitter.',
    ar: 'كل ما عُدّ صار عند المستلم. يبتّ شخص آخر في الفرق. أعيدا العدّ معًا قبل أن تفترقا.',
  },
  disputed: {
    en: 'The other reports a disagreement',
    fr: 'L’autre signale un désaccord',
    ar: 'أبلغ المستلم عن خلاف',
  },
  stillYours: {
    en: 'Nothing moved: this money is still in your name.',
    fr: 'Rien n’a changé : cet argent est toujours à votre nom.',
    ar: 'لم يتغيّر شيء: ما زالت هذه النقود باسمك.',
  },
  notCounted: {
    en: 'Count the notes and coins first.',
    fr: 'Comptez d’abord les billets et les pièces.',
    ar: 'عُدّ الأوراق والقطع أولًا.',
  },
  ended: {
    en: 'This handover has ended',
    fr: 'Cette passation a pris fin',
    ar: 'انتهت عملية التسليم هذه',
  },
  done: { en: 'Done', fr: 'Terminé', ar: 'تم' },
  notEnough: {
    en: 'You hold less than that. Count again.',
    fr: 'Vous détenez moins que cela. Recomptez.',
    ar: 'ما بحوزتك أقل من ذلك. أعد العدّ.',
  },
} as const satisfies Texts
