import { IconBuildingBank, IconCheck, IconFileText, IconSend, IconX } from '@tabler/icons-react'
import type { Payout } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Card, Page } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { Timeline, type Fact } from '../../components/timeline.tsx'
import { Act } from '../money/act.tsx'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { useParam } from '../money/use-param.ts'
import { useName, Who } from '../money/who.tsx'
import { FileLink } from './list.tsx'
import { PAYOUTS } from './texts.ts'

const EVERY_MS = 10_000

/** One bank transfer: who is paid, what happened, and the next step. */
export const PayoutPage = () => {
  const t = useTexts(PAYOUTS)
  const payoutId = useParam('payoutId')
  const query = useQuery({
    queryKey: ['payout', payoutId],
    queryFn: () => on('GET /operator/v1/payouts/{payoutId}')({ params: { payoutId } }),
    refetchInterval: EVERY_MS,
  })
  const { data } = query
  return (
    <Page
      title={t('payout')}
      up={{ to: '/payouts', label: t('title') }}
      permission="statements.view"
      heading={
        data && (
          <>
            <Amount dinars={data.amount} /> <State of="payout" status={data.status} bare={false} />
          </>
        )
      }
      actions={data && <Steps payout={data} />}
    >
      <Loaded query={query}>
        {(payout) => (
          <>
            <p className="soft says">
              <Who id={payout.partnerId ?? payout.channelId ?? ''} />
              {' · '}
              {t.rich('payoutOf', {
                number: (
                  <Link to={`/statements/${payout.statementId}`}>
                    <bdi className="ref">{payout.statementNumber}</bdi>
                  </Link>
                ),
              })}
              {payout.batchId !== null && (
                <>
                  {' · '}
                  <FileLink batchId={payout.batchId} />
                </>
              )}
            </p>
            <Story payout={payout} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Story = ({ payout }: { payout: Payout }) => {
  const t = useTexts(PAYOUTS)
  return (
    <Card title={t('story')}>
      <Timeline facts={useFacts(payout)} />
    </Card>
  )
}

const useFacts = (payout: Payout): readonly Fact[] => {
  const t = useTexts(PAYOUTS)
  const said = (name: string | null) => ({ name: <bdi>{name}</bdi> })
  const { amount } = payout
  const facts: readonly (Omit<Fact, 'at'> & { at: string | null })[] = [
    {
      key: 'made',
      at: payout.madeAt,
      mark: 'ok',
      icon: <IconFileText />,
      says: t.rich('saysMade', { ...said(payout.madeBy), amount: <Amount dinars={amount} /> }),
    },
    {
      key: 'approved',
      at: payout.approvedAt,
      mark: 'ok',
      icon: <IconCheck />,
      says: t.rich('saysApproved', said(payout.approvedBy)),
    },
    {
      key: 'declined',
      at: payout.declinedAt,
      mark: 'rest',
      icon: <IconX />,
      says: t.rich('saysDeclined', said(payout.declinedBy)),
    },
    {
      key: 'instructed',
      at: payout.instructedAt,
      mark: 'ok',
      icon: <IconSend />,
      says: t.rich('saysInstructed', said(payout.instructedBy)),
    },
    {
      key: 'paid',
      at: payout.paidAt,
      mark: 'done',
      icon: <IconBuildingBank />,
      says: t.rich('saysPaid', said(payout.paidBy)),
    },
    {
      key: 'returned',
      at: payout.returnedAt,
      mark: 'stop',
      icon: <IconX />,
      says: t.rich('saysReturned', {
        ...said(payout.returnedBy),
        reason: <bdi>{payout.returnReason}</bdi>,
      }),
    },
  ]
  return facts.flatMap(({ at, ...fact }) => (at === null ? [] : [{ ...fact, at }]))
}

const Steps = ({ payout }: { payout: Payout }) => {
  const { status } = payout
  if (status === 'proposed') return <Decide payout={payout} />
  if (status === 'approved') return <Instruct payout={payout} />
  if (status === 'instructed' || status === 'paid') return <AtBank payout={payout} />
  return null
}

const Decide = ({ payout: { payoutId, madeBy, amount, partnerId, channelId } }: Props) => {
  const t = useTexts(PAYOUTS)
  const m = useTexts(MONEY)
  const me = useMe()
  const name = useName(partnerId ?? channelId ?? '')
  const params = { payoutId }
  const says = t.rich('approveSays', {
    amount: <Amount dinars={amount} />,
    name: <bdi>{name}</bdi>,
  })
  return (
    <>
      <Act
        label={m('decline')}
        title={t('declineTitle')}
        says={<p>{t('declineSays')}</p>}
        look="stop"
        permission="payouts.confirm"
        run={() => on('POST /operator/v1/payouts/{payoutId}/decline')({ params })}
      />
      <Act
        label={m('approve')}
        title={t('approveTitle')}
        says={<p>{says}</p>}
        look="main"
        permission="payouts.confirm"
        why={madeBy === me.name ? m('ownWork') : undefined}
        run={() => on('POST /operator/v1/payouts/{payoutId}/approve')({ params })}
      />
    </>
  )
}

type Props = { payout: Payout }

const Instruct = ({ payout: { payoutId } }: Props) => {
  const t = useTexts(PAYOUTS)
  return (
    <Act
      label={t('instruct')}
      title={t('instructTitle')}
      look="main"
      permission="payouts.instruct"
      run={() =>
        on('POST /operator/v1/payouts/{payoutId}/instruct')({ params: { payoutId }, body: {} })
      }
    />
  )
}

const AtBank = ({ payout: { payoutId, status } }: Props) => {
  const t = useTexts(PAYOUTS)
  const params = { payoutId }
  return (
    <>
      <Act
        label={t('returned')}
        title={t('returnedTitle')}
        says={<p>{t('returnedSays')}</p>}
        look="stop"
        permission="payouts.confirm"
        needsReason
        run={(reason) =>
          on('POST /operator/v1/payouts/{payoutId}/returned')({ params, body: { reason } })
        }
      />
      {status === 'instructed' && (
        <Act
          label={t('paid')}
          title={t('paidTitle')}
          says={<p>{t('paidSays')}</p>}
          look="main"
          permission="payouts.confirm"
          run={() => on('POST /operator/v1/payouts/{payoutId}/paid')({ params, body: {} })}
        />
      )}
    </>
  )
}
