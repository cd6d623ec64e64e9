import { KINDS } from '@wasl/protocol/ledger-words'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { ChoiceField, TextField, typedDinars, useApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { MONEY } from '../money/money.texts.ts'
import { kindOf } from './owners.tsx'
import { LEDGER } from './texts.ts'

/** Accounts that a person may adjust, as the platform allows them (W104); it checks the pair. */
const ADJUSTABLE = [
  'over_short',
  'agent_receivable',
  'partner_payable',
  'channel_payable',
  'float_owed',
  'cash',
  'fee_income',
  'vat_payable',
  'commission_expense',
  'vat_recoverable',
] as const

const FIRST = {
  debitKind: 'over_short' as string,
  debitOwner: '',
  creditKind: 'agent_receivable' as string,
  creditOwner: '',
  amount: '',
  reason: '',
}

/** Proposes a transfer by hand; another person approves it. */
export const ProposeAdjustment = () => {
  const t = useTexts(LEDGER)
  const m = useTexts(MONEY)
  const k = useTexts(KINDS)
  const [isAsking, setAsking] = useState(false)
  const form = useApiForm(FIRST)
  const kinds = ADJUSTABLE.map((value) => ({ value, label: k(value) }))
  const propose = async (): Promise<void> => {
    const { debitKind, debitOwner, creditKind, creditOwner, amount, reason } = form.values
    await on('POST /operator/v1/ledger/adjustments')({
      body: {
        debit: { kind: kindOf(debitKind), owner: debitOwner.trim() },
        credit: { kind: kindOf(creditKind), owner: creditOwner.trim() },
        amount: typedDinars(amount) ?? Number.NaN,
        reason,
      },
    })
    await queries.invalidateQueries()
  }
  return (
    <>
      <ActionButton permission="cash.adjust" look="main" onClick={() => setAsking(true)}>
        {t('propose')}
      </ActionButton>
      <ActDialog
        title={t('propose')}
        verb={t('proposeVerb')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={propose}
      >
        <ChoiceField form={form} name="debitKind" label={t('debitKind')} options={kinds} />
        <TextField
          form={form}
          name="debitOwner"
          label={t('debitOwner')}
          hint={t('ownerHint')}
          isRequired
        />
        <ChoiceField form={form} name="creditKind" label={t('creditKind')} options={kinds} />
        <TextField form={form} name="creditOwner" label={t('creditOwner')} isRequired />
        <TextField form={form} name="amount" kind="decimal" label={m('amountDinars')} isRequired />
        <TextField form={form} name="reason" label={m('reason')} isRequired />
      </ActDialog>
    </>
  )
}
