import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { Moment } from '../../time/moment.tsx'
import { ClippedText } from '../../problems/outside-text.tsx'
import { DeliveryBadge, StageBadge } from '../../payments/payment-state.tsx'
import { TestBadge } from '../../payments/test-payment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { PartnerName } from '../money/who.tsx'
import { LIST } from './list.texts.ts'

type Row = AnswerOf<'GET /operator/v1/payments'>['items'][number]

/** The columns of a list of payments. */
export const usePaymentColumns = (): readonly Column<Row>[] => {
  const t = useTexts(LIST)
  const heads = JSON.stringify([t('time'), t('stage')])
  return useMemo(
    () => [
      {
        id: 'time',
        head: t('time'),
        width: '4.5rem',
        phone: 'when',
        cell: ({ createdAt }) => <Moment at={createdAt} shows="time" />,
      },
      {
        id: 'stage',
        head: t('stage'),
        width: '11.25rem',
        phone: 'state',
        cell: (row) => <StageBadge {...row} bare />,
      },
      {
        id: 'reference',
        head: t('reference'),
        width: '12rem',
        phone: 'what',
        cell: ({ paymentId, reference }) => (
          <Link className="row clip ref" to="/payments/$paymentId" params={{ paymentId }}>
            <ClippedText>{reference}</ClippedText>
          </Link>
        ),
      },
      {
        id: 'partner',
        head: t('partner'),
        phone: 'who',
        cell: ({ partnerId, partnerName }) => (
          <PartnerName id={partnerId} name={partnerName} isClipped />
        ),
      },
      {
        id: 'channel',
        head: t('channel'),
        width: '9rem',
        cell: ({ channelName, isTest }) =>
          isTest ? <TestBadge isTest /> : <ClippedText>{channelName}</ClippedText>,
      },
      {
        id: 'amount',
        head: t('amountHead'),
        width: '7.5rem',
        isNum: true,
        phone: 'much',
        cell: ({ amount }) => <Amount dinars={amount} currency={false} />,
      },
      {
        id: 'told',
        head: t('told'),
        width: '9.5rem',
        phone: 'more',
        cell: ({ webhookDelivery }) => <DeliveryBadge state={webhookDelivery} />,
      },
    ],
    [heads],
  )
}
