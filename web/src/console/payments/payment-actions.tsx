import { IconReceipt, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf, on } from '../../api/call.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { useLanguage } from '../../texts/language.ts'
import { useTexts } from '../../texts/texts.ts'
import { OpenFollowUp } from '../follow-ups/open-dialog.tsx'
import type { PartProps } from './payment.ts'
import { PAYMENT } from './page.texts.ts'
import { RefundButton } from './refund-button.tsx'

const receiptOf = addressOf('GET /operator/v1/payments/{paymentId}/receipt')

/** What a support person may do about a payment; what is missing stands beside the button. */
export const PaymentActions = ({ payment, evidence }: PartProps) => {
  const t = useTexts(PAYMENT)
  const { language } = useLanguage()
  const { paymentId, receiptNumber } = payment
  return (
    <div className="do">
      {receiptNumber !== null && (
        <a
          className="btn"
          target="_blank"
          rel="noreferrer"
          hrefLang={language}
          href={receiptOf({ params: { paymentId }, query: { format: 'html' } })}
        >
          <IconReceipt aria-hidden />
          {t('seeReceipt')}
        </a>
      )}
      <TellAgain payment={payment} evidence={evidence} />
      <OpenFollowUp paymentId={paymentId} />
      <RefundButton payment={payment} />
    </div>
  )
}

/** Sends the newest event again: what the partner should know now. */
const TellAgain = ({ payment: { paymentId }, evidence }: PartProps) => {
  const t = useTexts(PAYMENT)
  const client = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [isAsked, setAsked] = useState(false)
  const event = evidence?.events.at(-1)
  if (event === undefined) return null
  const tell = async (): Promise<void> => {
    setFailure(null)
    try {
      const call = on('POST /operator/v1/webhook-events/{eventId}/redeliver')
      await call({ params: { eventId: event.eventId } })
      setAsked(true)
      await client.invalidateQueries({ queryKey: ['payment', paymentId] })
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <div>
      <ActionButton permission="events.redeliver" onClick={() => void tell()}>
        <IconSend className="flip" aria-hidden />
        {t('tellAgain')}
      </ActionButton>
      <p className="why" role="status">
        {isAsked && failure === null ? t('toldAgain') : ''}
      </p>
      <FormFailure failure={failure} />
    </div>
  )
}
