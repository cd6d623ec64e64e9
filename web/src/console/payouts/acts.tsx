import type { Payout } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { ActOnRows } from '../../lists/act-on-rows.tsx'
import { Amount } from '../../money/amount.tsx'
import { useApiForm } from '../../components/api-form.tsx'
import type { Selection } from '../../lists/selection.ts'
import { useTexts } from '../../texts/texts.ts'
import { Who } from '../money/who.tsx'
import { PAYOUTS } from './texts.ts'

const totalOf = (payouts: readonly Payout[]): number =>
  payouts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

/** The second person approves what the first proposed, all at once or some. */
export const PayoutActs = ({ chosen }: { chosen: Selection<Payout> }) => {
  const t = useTexts(PAYOUTS)
  return (
    <ActOnRows
      label={t('approveChosen')}
      permission="payouts.confirm"
      rows={chosen.rows}
      keyOf={({ payoutId }) => payoutId}
      nameOf={({ partnerId, channelId, statementNumber }) => (
        <>
          <bdi className="ref">{statementNumber}</bdi> · <Who id={partnerId ?? channelId ?? ''} />
        </>
      )}
      onDone={chosen.clear}
      form={useApiForm({})}
      fits={({ status }) => status === 'proposed'}
      says={(rows) => (
        <p>
          {t.rich('approveChosenSays', {
            count: rows.length,
            sum: <Amount dinars={totalOf(rows)} />,
          })}
        </p>
      )}
      run={({ payoutId }) =>
        on('POST /operator/v1/payouts/{payoutId}/approve')({ params: { payoutId } })
      }
    />
  )
}
