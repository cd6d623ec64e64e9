import { PaperSlip } from './paper-slip.tsx'
import type { OutboxRecord } from '../outbox/record.ts'

/** The paper without the network: without number, code or signature. */
export const ProvisionalSlip = ({ record }: { record: OutboxRecord }) => (
  <PaperSlip
    stamp={{ ar: 'وصل مؤقت', fr: 'REÇU PROVISOIRE' }}
    payee={record.payee}
    amount={record.amount}
    reference={record.reference}
    at={record.takenAt}
  >
    <p className="fine" lang="ar" dir="rtl">
      قُبض المبلغ بلا شبكة. يصبح الدفع نهائيًا حين يؤكَّد، وعندها يصلك وصل موقّع.
    </p>
    <p className="fine" lang="fr">
      Reçu hors ligne, non signé. Le paiement sera définitif une fois confirmé.
    </p>
  </PaperSlip>
)
