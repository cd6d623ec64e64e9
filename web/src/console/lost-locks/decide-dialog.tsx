import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ApiFailure } from '../../api/failure.ts'
import { Amount } from '../../money/amount.tsx'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ChoiceField, useApiForm } from '../../components/api-form.tsx'
import { PickField } from '../../lists/pick/pick-field.tsx'
import type { Picked } from '../../lists/pick/pick-sources.ts'
import { useTexts } from '../../texts/texts.ts'
import { LOST } from './lost-locks.texts.ts'
import { useGivers, usePaymentsOf, useSameCash, type Case } from './pick-decision.ts'

type Props = { found: Case; onClose: () => void; onDone: () => void }

const resolve = ({ caseId }: Case, body: { givenBackBy: string } | { confirmedBy: string }) =>
  on('POST /operator/v1/cases/{caseId}/resolve')({ params: { caseId }, body })

/** Either the payer has the cash back, or another payment was confirmed with it. */
export const DecideDialog = ({ found, onClose, onDone }: Props) => {
  const t = useTexts(LOST)
  const form = useApiForm({ how: 'back' })
  const isBack = form.values.how === 'back'
  const { source, first } = useGivers(found)
  const payments = usePaymentsOf(found)
  // Until somebody is picked it is who took the cash, whose name may still be on its way.
  const [giver, setGiver] = useState<Picked | null | 'first'>('first')
  const [payment, setPayment] = useState<Picked | null>(null)
  const picked = isBack ? (giver === 'first' ? first : giver) : payment
  const decide = async (): Promise<void> => {
    const id = picked?.id ?? ''
    await resolve(found, isBack ? { givenBackBy: id } : { confirmedBy: id })
    onDone()
  }
  const field = isBack ? 'givenBackBy' : 'confirmedBy'
  const { failure } = form
  const message = failure instanceof ApiFailure ? failure.fields[field] : undefined
  return (
    <ActDialog
      title={t('decide')}
      verb={t('decide')}
      isOpen
      onClose={onClose}
      form={form}
      act={decide}
      {...(picked === null && { why: t(isBack ? 'pickGiver' : 'pickPayment') })}
    >
      <p>{t.rich('ask', { amount: <Amount dinars={found.amount} /> })}</p>
      <SameCash
        found={found}
        chosen={payment}
        onChoose={(same) => {
          form.set({ how: 'other' })
          setPayment(same)
        }}
      />
      <ChoiceField
        form={form}
        name="how"
        label={t('how')}
        options={[
          { value: 'back', label: t('back') },
          { value: 'other', label: t('other') },
        ]}
      />
      {isBack ? (
        <PickField
          key="giver"
          of={source}
          label={t('givenBackBy')}
          value={picked}
          onPick={setGiver}
          message={message}
        />
      ) : (
        <PickField
          key="payment"
          of={payments}
          label={t('confirmedBy')}
          hint={t('paymentHint')}
          value={payment}
          onPick={setPayment}
          message={message}
        />
      )}
    </ActDialog>
  )
}

type SameCashProps = { found: Case; chosen: Picked | null; onChoose: (same: Picked) => void }

/** Asks whether it is the same cash as that of a payment of the same person, and chooses that payment in a touch. */
const SameCash = ({ found, chosen, onChoose }: SameCashProps) => {
  const t = useTexts(LOST)
  const same = useSameCash(found)
  if (same === null || same.id === chosen?.id) return null
  const told = { reference: <bdi>{same.name}</bdi>, detail: <bdi>{same.detail}</bdi> }
  return (
    <p className="notice wait">
      <span>
        {t.rich('sameCash', told)}{' '}
        <button type="button" className="linkish" onClick={() => onChoose(same)}>
          {t('isSameCash')}
        </button>
      </span>
    </p>
  )
}
