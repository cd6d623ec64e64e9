import type { PaidHere } from '@wasl/protocol'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import { Lines } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useMe } from '../session/me.ts'
import { REFUSAL } from './refusal.texts.ts'

export type PaidBeforeProps = {
  /** ISO 8601; null for another channel's payment, whose time the platform does not tell. */
  at: string | null
  /** Null when another channel took the money. */
  here: PaidHere | null
}

/** When a payment was made, and where: in this channel by whom, or elsewhere. */
export const PaidBefore = ({ at, here }: PaidBeforeProps) => {
  const t = useTexts(REFUSAL)
  const { till } = useMe()
  return (
    <Lines
      lines={[
        at !== null && [t('paidAt'), <Clock key="at" at={at} shows="both" />],
        [
          t('paidWhere'),
          here === null ? t('elsewhere') : <OutsideText key="till">{till.name}</OutsideText>,
        ],
        here !== null &&
          here.agentName !== null && [
            t('paidBy'),
            <OutsideText key="agent">{here.agentName}</OutsideText>,
          ],
      ]}
    />
  )
}
