import type { Deposit } from '@wasl/protocol'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, typedDinars, useApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { Act } from '../money/act.tsx'
import { MONEY } from '../money/money.texts.ts'
import { DEPOSITS } from './texts.ts'

/** What a finance person may do with a bag: say what the bank credited, or dispute it. */
export const DepositSteps = ({ deposit }: { deposit: Deposit }) => {
  const t = useTexts(DEPOSITS)
  const { status, depositId } = deposit
  if (status === 'banked') return null
  if (status === 'bagged') return <small>{t('notAtBank')}</small>
  return (
    <span className="row-acts">
      <Credited
        amount={deposit.amount}
        act={(amount) =>
          on('POST /operator/v1/deposits/{depositId}/bank')({
            params: { depositId },
            body: { amount },
          })
        }
      />
      {status === 'deposited' && (
        <Act
          label={t('dispute')}
          title={t('disputeTitle')}
          says={<p>{t('disputeSays')}</p>}
          look="stop"
          permission="deposits.confirm"
          needsReason
          run={(reason) =>
            on('POST /operator/v1/deposits/{depositId}/dispute')({
              params: { depositId },
              body: { reason },
            })
          }
        />
      )}
    </span>
  )
}

type CreditedProps = { amount: number; act: (amount: number) => Promise<unknown> }

/** Asks what the bank credited; the amount that was announced stands there already. */
export const Credited = ({ amount, act }: CreditedProps) => {
  const t = useTexts(DEPOSITS)
  const m = useTexts(MONEY)
  const [isAsking, setAsking] = useState(false)
  const form = useApiForm({ amount: amount.toFixed(2).replace('.', ',') })
  const run = async (): Promise<void> => {
    await act(typedDinars(form.values.amount) ?? Number.NaN)
    await queries.invalidateQueries()
  }
  return (
    <>
      <ActionButton permission="deposits.confirm" onClick={() => setAsking(true)}>
        {t('bankIt')}
      </ActionButton>
      <ActDialog
        title={t('bankTitle')}
        verb={t('bankIt')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={run}
      >
        <p>{t('bankSays')}</p>
        <TextField form={form} name="amount" kind="decimal" label={m('amountDinars')} isRequired />
      </ActDialog>
    </>
  )
}
