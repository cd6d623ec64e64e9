import { shownSum } from '@wasl/protocol/shown-money'
import { OutsideText, Reference } from '../../shared/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import type { OutboxRecord } from '../outbox/record.ts'
import { useMe } from '../session/me.ts'

/** The paper without the network: in Arabic and in French, without number, code or signature. */
export const ProvisionalSlip = ({ record }: { record: OutboxRecord }) => {
  const { session, till } = useMe()
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
          وصل مؤقت
        </span>
        <br />
        <span lang="fr">REÇU PROVISOIRE</span>
      </p>
      <h2>
        <OutsideText>{record.payee}</OutsideText>
      </h2>
      <p className="sum">
        <bdi dir="ltr">{shownSum(record.amount, 'fr')}</bdi> DA
      </p>
      <p>
        <span lang="fr">Réf.</span> <Reference>{record.reference}</Reference>{' '}
        <span lang="ar">المرجع</span>
      </p>
      <p>
        <span lang="fr">Le</span> <Clock at={record.takenAt} shows="both" />{' '}
        <span lang="ar">في</span>
      </p>
      <p className="fine" lang="ar" dir="rtl">
        قُبض المبلغ بلا شبكة. يصبح الدفع نهائيًا حين يؤكَّد، وعندها يصلك وصل موقّع.
      </p>
      <p className="fine" lang="fr">
        Reçu hors ligne, non signé. Le paiement sera définitif une fois confirmé.
      </p>
    </article>
  )
}
