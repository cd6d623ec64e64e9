import type { Texts } from '../../texts/texts.ts'

export const REFUND = {
  title: { en: 'Refunds', fr: 'Remboursements', ar: 'المبالغ المردودة' },
  refund: { en: 'Refund', fr: 'Rembourser', ar: 'ردّ المبلغ' },
  ask: {
    en: 'Up to {amount} can be refunded. The payer receives them at any till, with a code that you will be shown once.',
    fr: 'Vous pouvez rembourser jusqu’à {amount}. Le payeur les reçoit à n’importe quel guichet, avec un code qui vous sera montré une seule fois.',
    ar: 'يمكن ردّ ما يصل إلى {amount}. يستلمها الدافع في أي شبّاك برمز يظهر لك مرة واحدة.',
  },
  amount: { en: 'Amount, DA', fr: 'Montant, DA', ar: 'المبلغ، د.ج' },
  reason: { en: 'Reason', fr: 'Motif', ar: 'السبب' },
  reasonHint: {
    en: 'One line. The partner reads it too.',
    fr: 'Une ligne. Le partenaire la lit aussi.',
    ar: 'سطر واحد. يقرؤه الشريك أيضًا.',
  },
  nothingLeft: {
    en: 'All of it was refunded.',
    fr: 'Tout a déjà été remboursé.',
    ar: 'رُدّ المبلغ كله.',
  },
  notPaid: {
    en: 'Only a paid payment can be refunded.',
    fr: 'Seul un paiement payé peut être remboursé.',
    ar: 'لا يُردّ إلا مبلغ مدفوع.',
  },
  requested: { en: 'Waits for approval', fr: 'Attend une approbation', ar: 'ينتظر الموافقة' },
  made: { en: 'The payer can have it', fr: 'À retirer par le payeur', ar: 'في انتظار الدافع' },
  declined: { en: 'Declined', fr: 'Refusé', ar: 'مرفوض' },
  paid: { en: 'The payer has it', fr: 'Rendu au payeur', ar: 'استلمه الدافع' },
  expired: { en: 'Expired', fr: 'Expiré', ar: 'انتهى أجله' },
  askedBy: {
    en: 'Asked by {name}, {time}',
    fr: 'Demandé par {name}, {time}',
    ar: 'طلبه {name}، {time}',
  },
  approve: { en: 'Approve', fr: 'Approuver', ar: 'وافق' },
  decline: { en: 'Decline', fr: 'Refuser', ar: 'ارفض' },
  approveTitle: {
    en: 'Approve this refund?',
    fr: 'Approuver ce remboursement ?',
    ar: 'هل توافق على ردّ المبلغ؟',
  },
  declineTitle: {
    en: 'Decline this refund?',
    fr: 'Refuser ce remboursement ?',
    ar: 'هل ترفض ردّ المبلغ؟',
  },
  approveSays: {
    en: '{amount} to the payer, asked by {name}: “{reason}”. You will be shown the payer’s code once.',
    fr: '{amount} au payeur, à la demande de {name} : « {reason} ». Le code du payeur vous sera montré une seule fois.',
    ar: '{amount} للدافع، بطلب من {name}: «{reason}». يظهر لك رمز الدافع مرة واحدة.',
  },
  declineSays: {
    en: 'Nothing is refunded, and the {amount} are free again.',
    fr: 'Rien n’est remboursé, et les {amount} redeviennent disponibles.',
    ar: 'لا يُردّ شيء، ويصبح مبلغ {amount} متاحًا من جديد.',
  },
  own: {
    en: 'You asked for it: another person decides.',
    fr: 'Vous l’avez demandé : une autre personne décide.',
    ar: 'أنت من طلبه: يقرّر شخص آخر.',
  },
  code: { en: 'Code of the payer', fr: 'Code du payeur', ar: 'رمز الدافع' },
  codeSays: {
    en: 'Say it to the payer now: it is not shown again.',
    fr: 'Dites-le au payeur maintenant : il ne sera plus montré.',
    ar: 'أخبر به الدافع الآن: لن يظهر مرة أخرى.',
  },
  newCode: { en: 'New code', fr: 'Nouveau code', ar: 'رمز جديد' },
  newCodeTitle: {
    en: 'Issue a new code?',
    fr: 'Émettre un nouveau code ?',
    ar: 'هل تُصدر رمزًا جديدًا؟',
  },
  newCodeSays: {
    en: 'The earlier code stops working at once.',
    fr: 'L’ancien code cesse aussitôt de fonctionner.',
    ar: 'يتوقف الرمز السابق عن العمل فورًا.',
  },
} as const satisfies Texts
