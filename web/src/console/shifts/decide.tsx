import type { VarianceOutcome, VarianceRecord } from '@wasl/protocol'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { ChoiceField, TextField, useApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { MONEY } from '../money/money.texts.ts'
import { SHIFTS } from './texts.ts'

/** A shortage is the channel's or the agent's; a surplus the channel's or a payer's. */
export const outcomesOf = ({ kind, mayOwe }: VarianceRecord): readonly VarianceOutcome[] => {
  if (kind === 'over') return ['over_short', 'payer_held']
  return mayOwe !== null ? ['agent_receivable', 'over_short'] : ['over_short']
}

/** A second person says whose a difference is. */
export const Decide = ({ variance }: { variance: VarianceRecord }) => {
  const t = useTexts(SHIFTS)
  const m = useTexts(MONEY)
  const me = useMe()
  const [isAsking, setAsking] = useState(false)
  const outcomes = outcomesOf(variance)
  const form = useApiForm<{ outcome: string; reason: string }>({
    outcome: outcomes[0] ?? 'over_short',
    reason: '',
  })
  const { varianceId, kind, amount, foundBy } = variance
  const decide = async (): Promise<void> => {
    await on('POST /operator/v1/variances/{varianceId}/decide')({
      params: { varianceId },
      body: { outcome: form.values.outcome as VarianceOutcome, reason: form.values.reason },
    })
    await queries.invalidateQueries()
  }
  return (
    <>
      <ActionButton
        permission="cash.adjust"
        onClick={() => setAsking(true)}
        {...(foundBy === me.name && { why: t('ownCount') })}
      >
        {t('decide')}
      </ActionButton>
      <ActDialog
        title={t('decideTitle')}
        verb={t('decide')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={decide}
      >
        <p>
          {t.rich(kind === 'short' ? 'isShort' : 'isOver', { amount: <Amount dinars={amount} /> })}
        </p>
        <ChoiceField
          form={form}
          name="outcome"
          label={t('outcome')}
          options={outcomes.map((value) => ({ value, label: t(value) }))}
        />
        <TextField form={form} name="reason" label={m('reason')} isRequired />
      </ActDialog>
    </>
  )
}
