import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { Fact, FactMark } from '../../components/timeline.tsx'
import type { PaymentDetail } from './payment.ts'
import { STORY } from './story.texts.ts'
import { ICONS } from './story-icons.tsx'
import { bold } from './bold.tsx'

type RefundItem = Extract<PaymentDetail['timeline'][number], { kind: 'refund' }>

const SAYS = {
  request: 'refundRequest',
  make: 'refundMake',
  approve: 'refundApprove',
  decline: 'refundDecline',
  redeem: 'refundRedeem',
  pay: 'refundPay',
  expire: 'refundExpire',
  return: 'refundReturn',
} as const satisfies Record<RefundItem['cause'], keyof typeof STORY>

const markOf = ({ cause }: RefundItem): FactMark =>
  cause === 'request' ? 'wait' : cause === 'redeem' || cause === 'pay' ? 'ok' : 'rest'

/** A refund's step as a sentence; its reason where somebody asked for it. */
export const useRefundFact = ({ refunds }: PaymentDetail) => {
  const t = useTexts(STORY)
  return (item: RefundItem): Fact => {
    const { at, cause, amount, by, refundId, to, from } = item
    const reason = refunds.find((refund) => refund.refundId === refundId)?.reason
    return {
      key: `${at} ${refundId} ${to}`,
      at,
      mark: markOf(item),
      icon: ICONS.back,
      says: t.rich(SAYS[cause], {
        by: <OutsideText>{by}</OutsideText>,
        amount: <Amount dinars={amount} />,
        b: bold,
      }),
      ...(from === null &&
        reason !== undefined && {
          adds: t.rich('reason', { reason: <OutsideText>{reason}</OutsideText> }),
        }),
    }
  }
}
