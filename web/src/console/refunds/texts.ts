import type { Texts } from '../../texts/texts.ts'

export const REFUNDS = {
  title: { en: 'Refunds', fr: 'Remboursements', ar: 'ردّ المبالغ' },
  payment: { en: 'Payment', fr: 'Paiement', ar: 'الدفعة' },
  asked: { en: 'Asked for', fr: 'Demandé', ar: 'طُلب' },
  none: {
    en: 'No refund here. One is asked for on the page of its payment.',
    fr: 'Aucun remboursement ici. On le demande sur la page du paiement.',
    ar: 'لا مبالغ مردودة هنا. يُطلب الردّ من صفحة الدفعة.',
  },
  approveTitle: {
    en: 'Approve this refund',
    fr: 'Approuver ce remboursement',
    ar: 'اعتماد هذا الردّ',
  },
  approveSays: {
    en: 'The payer gets {amount} back at any till, with a code that is shown once.',
    fr: 'Le payeur récupère {amount} à n’importe quelle caisse, avec un code affiché une seule fois.',
    ar: 'يستردّ الدافع {amount} من أي صندوق برمز يظهر مرة واحدة.',
  },
  declineTitle: { en: 'Decline this refund', fr: 'Refuser ce remboursement', ar: 'رفض هذا الردّ' },
  declineSays: {
    en: 'Nothing is refunded, and the amount is free again.',
    fr: 'Rien n’est remboursé et le montant est de nouveau libre.',
    ar: 'لا يُردّ شيء، ويتحرّر المبلغ من جديد.',
  },
  code: { en: 'Code of the payer', fr: 'Code du payeur', ar: 'رمز الدافع' },
  codeSays: {
    en: 'Give it to the payer. It is not shown again.',
    fr: 'Donnez-le au payeur. Il ne sera plus affiché.',
    ar: 'أعطه للدافع. لن يظهر مرة أخرى.',
  },
} as const satisfies Texts
