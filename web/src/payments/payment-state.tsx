import { Badge } from '../components/badge.tsx'
import { PAYMENT_STATE } from '@wasl/protocol/payment-words'
import { useTexts } from '../texts/texts.ts'

export type Stage = 'locked' | 'paid' | 'released' | 'refunded'

/** The stage of a payment. In a list, only stages that need attention stand out. */
export const StageBadge = (props: {
  stage: Stage
  refundedAmount: number
  hasOpenCase: boolean
  bare?: boolean
}) => {
  const t = useTexts(PAYMENT_STATE)
  const { stage, refundedAmount, hasOpenCase, bare = false } = props
  switch (stage) {
    case 'locked':
      return <Badge kind="wait">{t('locked')}</Badge>
    case 'released':
      // Money may have been taken.
      return hasOpenCase ? (
        <Badge kind="stop">{t('openCase')}</Badge>
      ) : (
        <Badge kind="rest">{t('released')}</Badge>
      )
    case 'refunded':
      return <Badge kind="rest">{t('refunded')}</Badge>
    default:
      return refundedAmount > 0 ? (
        <Badge kind="done">{t('partly')}</Badge>
      ) : (
        <Badge kind="done" bare={bare}>
          {t('paid')}
        </Badge>
      )
  }
}

export type DeliveryState = 'none' | 'pending' | 'delivered' | 'failed'

const DELIVERY_KINDS = { none: 'rest', pending: 'wait', delivered: 'done', failed: 'stop' } as const

/** Whether the partner knows. */
export const DeliveryBadge = ({ state }: { state: DeliveryState }) => {
  const t = useTexts(PAYMENT_STATE)
  return (
    <Badge kind={DELIVERY_KINDS[state]} bare>
      {t(state)}
    </Badge>
  )
}
