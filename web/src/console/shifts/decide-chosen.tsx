import type { VarianceOutcome, VarianceRecord } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { ChoiceField, TextField, useApiForm } from '../../components/api-form.tsx'
import { ActOnRows } from '../../lists/act-on-rows.tsx'
import type { Selection } from '../../lists/selection.ts'
import { Amount } from '../../money/amount.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { MONEY } from '../money/money.texts.ts'
import { Who } from '../money/who.tsx'
import { outcomesOf } from './decide.tsx'
import { SHIFTS } from './texts.ts'

const OUTCOMES = ['over_short', 'agent_receivable', 'payer_held'] as const

const centimes = (rows: readonly VarianceRecord[]): number =>
  rows.reduce(
    (sum, { kind, amount }) => sum + Math.round(amount * 100) * (kind === 'short' ? -1 : 1),
    0,
  )

/** One decision where one rule covers several differences; each is still decided by a second person. */
export const DecideChosen = ({ chosen }: { chosen: Selection<VarianceRecord> }) => {
  const t = useTexts(SHIFTS)
  const m = useTexts(MONEY)
  const me = useMe()
  const form = useApiForm<{ outcome: string; reason: string }>({
    outcome: 'over_short',
    reason: '',
  })
  const outcome = form.values.outcome as VarianceOutcome
  return (
    <ActOnRows
      label={t('decideChosen')}
      permission="cash.adjust"
      rows={chosen.rows}
      keyOf={({ varianceId }) => varianceId}
      nameOf={({ holder, kind, amount }) => (
        <>
          <Who id={holder} /> · <Amount dinars={kind === 'short' ? -amount : amount} />
        </>
      )}
      onDone={chosen.clear}
      form={form}
      fits={(variance) =>
        variance.status === 'open' &&
        variance.foundBy !== me.name &&
        outcomesOf(variance).includes(outcome)
      }
      says={(rows) => (
        <p>
          {t.rich('decideChosenSays', {
            count: rows.length,
            sum: <Amount dinars={centimes(rows) / 100} />,
          })}
        </p>
      )}
      fields={
        <>
          <ChoiceField
            form={form}
            name="outcome"
            label={t('outcome')}
            options={OUTCOMES.map((value) => ({ value, label: t(value) }))}
          />
          <TextField form={form} name="reason" label={m('reason')} isRequired />
        </>
      }
      run={({ varianceId }) =>
        on('POST /operator/v1/variances/{varianceId}/decide')({
          params: { varianceId },
          body: { outcome, reason: form.values.reason },
        })
      }
    />
  )
}
