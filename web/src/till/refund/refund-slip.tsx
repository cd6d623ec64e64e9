import type { RedeemedRefund } from '@wasl/protocol'
import { shownSum } from '@wasl/protocol/shown-money'
import { OutsideText, Reference } from '../../shared/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import { payeeName, useMe } from '../session/me.ts'

/** The paper of a refund, in Arabic and in French: the payer signs it, and the agent keeps a copy. */
export const RefundSlip = ({ refund }: { refund: RedeemedRefund }) => {
  const me = useMe()
  const { session, till } = me
  return (
    <article className="on-paper roll">
      <p className="strong">
        <span lang="ar" dir="rtl">
          وصل
        </span>{' '}
        · Wasl
      </p>
      <p>
        <OutsideText>{till.name}</OutsideText>
        <br />
        <OutsideText>{session.name}</OutsideText>
      </p>
      <p className="stamp">
        <span lang="ar" dir="rtl">
          وصل استرداد
        </span>
        <br />
        <span lang="fr">REÇU DE REMBOURSEMENT</span>
      </p>
      <h2>
        <OutsideText>{payeeName(me, refund.partnerId, 'ar')}</OutsideText>
      </h2>
      <p className="sum">
        <bdi dir="ltr">{shownSum(refund.amount, 'fr')}</bdi> DA
      </p>
      <p>
        <span lang="fr">Réf.</span> <Reference>{refund.reference}</Reference>{' '}
        <span lang="ar">المرجع</span>
      </p>
      <p>
        <span lang="fr">Le</span> <Clock at={refund.paidAt} shows="both" />{' '}
        <span lang="ar">في</span>
      </p>
      <p className="fine">
        <bdi className="ref">{refund.refundId}</bdi>
      </p>
      <p className="fine">
        <span lang="fr">Reçu par le payeur (signature)</span> · <span lang="ar">توقيع المستلم</span>
      </p>
      <p>………………………………</p>
    </article>
  )
}
