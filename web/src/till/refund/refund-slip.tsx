import type { RedeemedRefund } from '@wasl/protocol'
import { PaperSlip } from '../collect/paper-slip.tsx'
import { payeeName, useMe } from '../session/me.ts'

/** The paper of a refund: the payer signs it, and the agent keeps a copy. */
export const RefundSlip = ({ refund }: { refund: RedeemedRefund }) => (
  <PaperSlip
    stamp={{ ar: 'وصل استرداد', fr: 'REÇU DE REMBOURSEMENT' }}
    payee={payeeName(useMe(), refund.partnerId, 'ar')}
    amount={refund.amount}
    reference={refund.reference}
    at={refund.paidAt}
  >
    <p className="fine">
      <bdi className="ref">{refund.refundId}</bdi>
    </p>
    <p className="fine">
      <span lang="fr">Reçu par le payeur (signature)</span> · <span lang="ar">توقيع المستلم</span>
    </p>
    <p>………………………………</p>
  </PaperSlip>
)
