import { IconCheck, IconClock } from '@tabler/icons-react'
import { Amount } from '../../money/amount.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { Evidence } from './payment.ts'
import { PAYMENT } from './page.texts.ts'

type Step = Evidence['cash'][number]

/** The hands that the cash went through, as far as the books know. */
export const CashPath = ({ evidence: { cash } }: { evidence: Evidence }) => {
  const t = useTexts(PAYMENT)
  return (
    <Card title={t('where')}>
      <ol className="path">
        {cash.map((step, index) => (
          <li key={`${step.at} ${step.sourceId} ${step.to.owner}`}>
            <span className={isArrived(step) ? 'dot ok' : 'dot wait'} aria-hidden>
              {isArrived(step) ? <IconCheck /> : <IconClock />}
            </span>
            <div>
              <Place step={step} isFirst={index === 0} />
              <small>
                <Moment at={step.at} shows="short" />{' '}
                {index > 0 && t.rich('ofTransfer', { amount: <Amount dinars={step.amount} /> })}
              </small>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Somebody still waits for cash that is on its way. */
const isArrived = ({ to }: Step): boolean => to.kind !== 'in_transit'

const Place = ({ step: { to }, isFirst }: { step: Step; isFirst: boolean }) => {
  const t = useTexts(PAYMENT)
  const name = <OutsideText>{to.name ?? to.owner}</OutsideText>
  switch (to.kind) {
    case 'cash':
      return t.rich(isFirst ? 'takenBy' : 'handedTo', { name })
    case 'in_transit':
      return t('inTransit')
    case 'bank':
      return t('atBank')
    default:
      return t('elsewhere', { kind: to.kind })
  }
}
