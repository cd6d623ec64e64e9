import { PaperSlip } from './paper-slip.tsx'
import type { OutboxRecord } from '../outbox/record.ts'

export type CopySlipProps = {
  record: Pick<OutboxRecord, 'payee' | 'amount' | 'reference' | 'paidAt' | 'takenAt'>
}

/** The paper of a confirmed payment while its signed receipt cannot be fetched. */
export const CopySlip = ({ record }: CopySlipProps) => (
  <PaperSlip
    stamp={{ ar: 'دُفع: نسخة بلا توقيع', fr: 'PAYÉ : COPIE NON SIGNÉE' }}
    payee={record.payee}
    amount={record.amount}
    reference={record.reference}
    at={record.paidAt ?? record.takenAt}
  >
    <p className="fine" lang="ar" dir="rtl">
      سُجّل الدفع. يُطبع الوصل الموقّع من هذا الشبّاك حين تعود الشبكة.
    </p>
    <p className="fine" lang="fr">
      Paiement inscrit. Le reçu signé s’imprime à ce guichet dès le retour du réseau.
    </p>
  </PaperSlip>
)
