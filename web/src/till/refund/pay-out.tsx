import { IconCheck, IconPrinter } from '@tabler/icons-react'
import type { RedeemedRefund } from '@wasl/protocol'
import { Amount } from '../../money/amount.tsx'
import { useLanguage } from '../../texts/language.ts'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import { Act, Go, Huge, Lines, Seal, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { payeeName, useMe } from '../session/me.ts'
import { RefundSlip } from './refund-slip.tsx'
import { REFUND } from './texts.ts'

/** The refund is booked: now the payer gets the money. */
export const PayOut = ({ refund, onGiven }: { refund: RedeemedRefund; onGiven: () => void }) => {
  const t = useTexts(REFUND)
  const me = useMe()
  const { language } = useLanguage()
  const { amount, partnerId, reference } = refund
  return (
    <>
      <div className="tile center" role="status">
        <h1>{t('give')}</h1>
        <Huge dinars={amount} />
        <p className="soft">
          {t.rich('from', {
            name: <OutsideText>{payeeName(me, partnerId, language)}</OutsideText>,
          })}
        </p>
        <Lines lines={[[t('reference'), <Reference key="reference">{reference}</Reference>]]} />
      </div>
      <Act>
        <Go onClick={onGiven}>
          <span>{t.rich('gave', { amount: <Amount dinars={amount} decimals="auto" /> })}</span>
        </Go>
      </Act>
    </>
  )
}

/** The payer has the money, and gets a slip. */
export const PaidOut = ({ refund, onDone }: { refund: RedeemedRefund; onDone: () => void }) => {
  const t = useTexts(REFUND)
  const { amount, reference, paidAt, refundId } = refund
  return (
    <>
      <div className="receipt" role="status">
        <div>
          <Seal kind="done">
            <IconCheck />
          </Seal>
          <h1>{t('paid')}</h1>
          <Huge dinars={amount} />
        </div>
        <div className="tear" />
        <div>
          <Lines
            lines={[
              [t('reference'), <Reference key="reference">{reference}</Reference>],
              [t('time'), <Clock key="time" at={paidAt} />],
              [
                t('number'),
                <bdi key="number" className="ref short">
                  {refundId}
                </bdi>,
              ],
            ]}
          />
        </div>
      </div>
      <RefundSlip refund={refund} />
      <Act>
        <Go onClick={() => print()}>
          <IconPrinter aria-hidden />
          {t('print')}
        </Go>
        <Way onClick={onDone}>{t('another')}</Way>
      </Act>
    </>
  )
}
