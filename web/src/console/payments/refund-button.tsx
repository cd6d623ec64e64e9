import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { TextField, typedDinars, useApiForm } from '../../components/api-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CodeDialog } from './code-dialog.tsx'
import type { PaymentDetail } from './payment.ts'
import { REFUND } from './refunds.texts.ts'

const REASON_LENGTH_MAX = 200

/** Refunds a payment, whole or in part: the code of the payer is shown when it is made at once. */
export const RefundButton = ({ payment }: { payment: PaymentDetail }) => {
  const t = useTexts(REFUND)
  const client = useQueryClient()
  const { paymentId, refundable, paidAt } = payment
  // One key for one opening of the dialog: a second press is the same refund.
  const [key, setKey] = useState<string | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const form = useApiForm({ amount: String(refundable), reason: '' })
  const refund = async (): Promise<void> => {
    const { amount, reason } = form.values
    const answer = await on('POST /operator/v1/payments/{paymentId}/refunds')({
      params: { paymentId },
      idempotencyKey: key ?? '',
      // A text that is not an amount is sent as it is, and the platform explains the refusal.
      body: { amount: typedDinars(amount) ?? (amount as never), reason: reason.trim() },
    })
    setCode(answer.code)
    await client.invalidateQueries({ queryKey: ['payment', paymentId] })
  }
  const why = paidAt === null ? t('notPaid') : refundable === 0 ? t('nothingLeft') : undefined
  return (
    <>
      <ActionButton
        permission="payments.refund"
        why={why}
        onClick={() => {
          form.set({ amount: String(refundable) })
          setKey(crypto.randomUUID())
        }}
      >
        <IconArrowBackUp className="flip" aria-hidden />
        {t('refund')}
      </ActionButton>
      <ActDialog
        title={t('refund')}
        verb={t('refund')}
        isOpen={key !== null}
        onClose={() => setKey(null)}
        form={form}
        act={refund}
      >
        <p>{t.rich('ask', { amount: <Amount dinars={refundable} /> })}</p>
        <TextField form={form} name="amount" label={t('amount')} kind="decimal" isRequired />
        <TextField
          form={form}
          name="reason"
          label={t('reason')}
          hint={t('reasonHint')}
          isRequired
          lengthMax={REASON_LENGTH_MAX}
        />
      </ActDialog>
      <CodeDialog code={code} onClose={() => setCode(null)} />
    </>
  )
}
