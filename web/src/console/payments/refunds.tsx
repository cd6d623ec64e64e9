import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { useApiForm } from '../../components/api-form.tsx'
import { Badge, type BadgeKind } from '../../components/badge.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { CodeDialog } from './code-dialog.tsx'
import type { PaymentDetail } from './payment.ts'
import { REFUND } from './refunds.texts.ts'

type Refund = PaymentDetail['refunds'][number]

type Step = 'approve' | 'decline' | 'newCode'

const KINDS: Record<Refund['status'], BadgeKind> = {
  requested: 'wait',
  made: 'wait',
  paid: 'done',
  declined: 'rest',
  expired: 'rest',
}

/** The refunds of a payment. Another person than the one who asked approves or declines. */
export const Refunds = ({ payment: { paymentId, refunds } }: { payment: PaymentDetail }) => {
  const t = useTexts(REFUND)
  const [chosen, setChosen] = useState<{ refund: Refund; step: Step } | null>(null)
  const [code, setCode] = useState<string | null>(null)
  if (refunds.length === 0) return null
  return (
    <Card title={t('title')}>
      {refunds.map((refund) => (
        <OneRefund
          key={refund.refundId}
          refund={refund}
          onStep={(step) => setChosen({ refund, step })}
        />
      ))}
      {chosen !== null && (
        <StepDialog
          {...chosen}
          paymentId={paymentId}
          onCode={setCode}
          onClose={() => setChosen(null)}
        />
      )}
      <CodeDialog code={code} onClose={() => setCode(null)} />
    </Card>
  )
}

const OneRefund = ({ refund, onStep }: { refund: Refund; onStep: (step: Step) => void }) => {
  const t = useTexts(REFUND)
  const me = useMe()
  const { status, amount, reason, requestedBy, requestedAt } = refund
  const own = requestedBy === me.name ? t('own') : undefined
  return (
    <div className="refund-one">
      <div className="refund-line">
        <Amount dinars={amount} />
        <Badge kind={KINDS[status]}>{t(status)}</Badge>
      </div>
      <p>
        <OutsideText>{reason}</OutsideText>
      </p>
      <p className="soft">
        {t.rich('askedBy', {
          name: <OutsideText>{requestedBy}</OutsideText>,
          time: <Moment at={requestedAt} shows="short" />,
        })}
      </p>
      {status === 'requested' && (
        <div className="do">
          <ActionButton
            look="main"
            permission="refunds.approve"
            why={own}
            onClick={() => onStep('approve')}
          >
            {t('approve')}
          </ActionButton>
          {own === undefined && me.may('payments.refund') && (
            <ActionButton look="stop" onClick={() => onStep('decline')}>
              {t('decline')}
            </ActionButton>
          )}
        </div>
      )}
      {status === 'made' && me.may('payments.refund') && (
        <ActionButton look="plain" onClick={() => onStep('newCode')}>
          {t('newCode')}
        </ActionButton>
      )}
    </div>
  )
}

const TITLES = {
  approve: 'approveTitle',
  decline: 'declineTitle',
  newCode: 'newCodeTitle',
} as const

const SAYS = { approve: 'approveSays', decline: 'declineSays', newCode: 'newCodeSays' } as const

const CALLS = {
  approve: on('POST /operator/v1/refunds/{refundId}/approve'),
  decline: on('POST /operator/v1/refunds/{refundId}/decline'),
  newCode: on('POST /operator/v1/refunds/{refundId}/code'),
} as const

type StepProps = {
  refund: Refund
  step: Step
  paymentId: string
  onCode: (code: string | null) => void
  onClose: () => void
}

const StepDialog = ({ refund, step, paymentId, onCode, onClose }: StepProps) => {
  const t = useTexts(REFUND)
  const client = useQueryClient()
  const form = useApiForm({})
  const act = async (): Promise<void> => {
    const { code } = await CALLS[step]({ params: { refundId: refund.refundId } })
    onCode(code)
    await client.invalidateQueries({ queryKey: ['payment', paymentId] })
  }
  return (
    <ActDialog
      title={t(TITLES[step])}
      verb={t(step)}
      isStop={step === 'decline'}
      isOpen
      onClose={onClose}
      form={form}
      act={act}
    >
      <p>
        {t.rich(SAYS[step], {
          amount: <Amount dinars={refund.amount} />,
          name: <OutsideText>{refund.requestedBy}</OutsideText>,
          reason: <OutsideText>{refund.reason}</OutsideText>,
        })}
      </p>
    </ActDialog>
  )
}
