import type { Texts } from '../../texts/texts.ts'

export const PAYOUTS = {
  title: { en: 'Payouts', fr: 'Virements aux partenaires', ar: 'التحويلات إلى الشركاء' },
  payout: { en: 'Payout', fr: 'Virement', ar: 'تحويل' },
  payoutOf: {
    en: 'Payout of {number}',
    fr: 'Virement du relevé {number}',
    ar: 'تحويل الكشف {number}',
  },
  statement: { en: 'Statement', fr: 'Relevé', ar: 'الكشف' },
  whose: { en: 'To', fr: 'À', ar: 'إلى' },
  made: { en: 'Proposed', fr: 'Proposé', ar: 'اقتُرح' },
  none: {
    en: 'No payout here. Propose one on the page of an approved statement.',
    fr: 'Aucun virement ici. Proposez-en un sur la page d’un relevé approuvé.',
    ar: 'لا تحويلات هنا. اقترح تحويلًا من صفحة كشف معتمَد.',
  },
  approveChosen: {
    en: 'Approve the selected',
    fr: 'Approuver la sélection',
    ar: 'اعتماد المختار',
  },
  approveChosenSays: {
    en: '{count, plural, one {# payout} other {# payouts}}, {sum} in all. You cannot approve what you proposed yourself.',
    fr: '{count, plural, one {# virement} other {# virements}}, {sum} au total. Vous ne pouvez pas approuver ce que vous avez proposé.',
    ar: '{count, plural, one {تحويل واحد} two {تحويلان} few {# تحويلات} many {# تحويلًا} other {# تحويل}}، {sum} في المجموع. لا يمكنك اعتماد ما اقترحته بنفسك.',
  },
  instructAll: {
    en: 'Instruct {count, plural, one {# payout} other {# payouts}}',
    fr: 'Transmettre {count, plural, one {# virement} other {# virements}}',
    ar: 'إرسال {count, plural, one {تحويل واحد} two {تحويلين} few {# تحويلات} many {# تحويلًا} other {# تحويل}} إلى البنك',
  },
  instructSays: {
    en: 'They go into one file for the bank, {sum} in all. Send the file once.',
    fr: 'Ils forment un seul fichier pour la banque, {sum} au total. N’envoyez ce fichier qu’une fois.',
    ar: 'تُجمع في ملف واحد للبنك، مجموعها {sum}. أرسل الملف مرة واحدة.',
  },
  noneToInstruct: {
    en: 'No approved payout waits.',
    fr: 'Aucun virement approuvé n’attend.',
    ar: 'لا تحويل معتمَدًا ينتظر.',
  },
  file: {
    en: 'File for the bank (CSV)',
    fr: 'Fichier pour la banque (CSV)',
    ar: 'ملف البنك (CSV)',
  },
  fileOnce: {
    en: 'The first download closes the batch; later ones are the same file.',
    fr: 'Le premier téléchargement ferme le lot ; les suivants donnent le même fichier.',
    ar: 'أول تنزيل يقفل الدفعة، والتنزيلات التالية هي الملف نفسه.',
  },
  fileReady: {
    en: 'The file is ready.',
    fr: 'Le fichier est prêt.',
    ar: 'الملف جاهز.',
  },
  approveTitle: {
    en: 'Approve this payout',
    fr: 'Approuver ce virement',
    ar: 'اعتماد هذا التحويل',
  },
  approveSays: {
    en: '{amount} will be paid to {name}.',
    fr: '{amount} seront virés à {name}.',
    ar: 'سيُحوَّل {amount} إلى {name}.',
  },
  declineTitle: { en: 'Decline this payout', fr: 'Refuser ce virement', ar: 'رفض هذا التحويل' },
  declineSays: {
    en: 'Nothing is paid. The amount can be proposed again.',
    fr: 'Rien n’est payé. Le montant pourra être proposé à nouveau.',
    ar: 'لا يُدفع شيء، ويمكن اقتراح المبلغ من جديد.',
  },
  instruct: { en: 'Instruct', fr: 'Transmettre', ar: 'إرسال إلى البنك' },
  instructTitle: {
    en: 'Put this payout into a file for the bank',
    fr: 'Mettre ce virement dans un fichier pour la banque',
    ar: 'وضع هذا التحويل في ملف للبنك',
  },
  paid: { en: 'The bank paid', fr: 'La banque a payé', ar: 'البنك دفع' },
  paidTitle: {
    en: 'Record that the bank paid',
    fr: 'Enregistrer le paiement',
    ar: 'تسجيل دفع البنك',
  },
  paidSays: {
    en: 'Only if no bank line comes: an imported line records it by itself.',
    fr: 'Seulement si aucune ligne bancaire n’arrive : une ligne importée l’enregistre d’elle-même.',
    ar: 'فقط إن لم يصل سطر بنكي: السطر المستورَد يسجّله وحده.',
  },
  returned: { en: 'The bank returned it', fr: 'La banque l’a rejeté', ar: 'أعاده البنك' },
  returnedTitle: {
    en: 'Record that the bank returned it',
    fr: 'Enregistrer le rejet de la banque',
    ar: 'تسجيل إعادة البنك له',
  },
  returnedSays: {
    en: 'The amount is owed to the partner again. Propose another payout of the same statement.',
    fr: 'Le montant est de nouveau dû au partenaire. Proposez un autre virement du même relevé.',
    ar: 'يعود المبلغ مستحَقًا للشريك. اقترح تحويلًا آخر من الكشف نفسه.',
  },
  story: { en: 'What happened', fr: 'Ce qui s’est passé', ar: 'ما جرى' },
  saysMade: {
    en: '{name} proposed {amount}.',
    fr: '{name} a proposé {amount}.',
    ar: 'اقترح {name} تحويل {amount}.',
  },
  saysApproved: { en: '{name} approved it.', fr: '{name} l’a approuvé.', ar: 'اعتمده {name}.' },
  saysDeclined: { en: '{name} declined it.', fr: '{name} l’a refusé.', ar: 'رفضه {name}.' },
  saysInstructed: {
    en: '{name} put it into the file for the bank.',
    fr: '{name} l’a mis dans le fichier pour la banque.',
    ar: 'وضعه {name} في ملف البنك.',
  },
  saysPaid: {
    en: 'The bank paid. Recorded by {name}.',
    fr: 'La banque a payé. Enregistré par {name}.',
    ar: 'دفع البنك. سجّله {name}.',
  },
  saysReturned: {
    en: 'The bank returned it: “{reason}”. Recorded by {name}.',
    fr: 'La banque l’a rejeté : « {reason} ». Enregistré par {name}.',
    ar: 'أعاده البنك: «{reason}». سجّله {name}.',
  },
} as const satisfies Texts
