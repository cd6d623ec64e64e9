import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { Failed } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { PartnerName } from '../money/who.tsx'
import { NOTIFICATIONS } from './notifications.texts.ts'

type Report = AnswerOf<'GET /operator/v1/notifications'>

type Notification = Report['items'][number]

const KEY = ['notifications']

/** A test is sent within some seconds. */
const EVERY_MS = 5_000

/** Who is told when something goes wrong, and what came of it. */
export const Notifications = () => {
  const t = useTexts(NOTIFICATIONS)
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => on('GET /operator/v1/notifications')({ signal }),
    refetchInterval: EVERY_MS,
  })
  const test = useMutation({
    mutationFn: () => on('POST /operator/v1/notifications/test')({}),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
  return (
    <Card title={t('title')}>
      {test.error !== null && <Failed error={test.error} isAct />}
      <Loaded query={query}>
        {(report) => (
          <div className="stack">
            <Addresses report={report} />
            <ActionButton
              permission="partners.edit"
              onClick={() => !test.isPending && test.mutate()}
              {...(!isConfigured(report) && { why: t('set') })}
            >
              {t('test')}
            </ActionButton>
            {report.items.length > 0 && (
              <ul className="stack bare">
                {report.items.map((item) => (
                  <Line key={item.notificationId} notification={item} />
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const isConfigured = ({ webhook, email }: Report): boolean => webhook !== null || email.length > 0

const Addresses = ({ report }: { report: Report }) => {
  const t = useTexts(NOTIFICATIONS)
  if (!isConfigured(report)) return <p>{t('nobody')}</p>
  const addresses = [...(report.webhook === null ? [] : [report.webhook]), ...report.email]
  return (
    <p>
      {t('told')}{' '}
      {addresses.map((address, place) => (
        <span key={address}>
          {place > 0 && ' · '}
          <bdi dir="ltr">{address}</bdi>
        </span>
      ))}
    </p>
  )
}

const STATES = { sent: 'done', waiting: 'wait', 'given-up': 'stop' } as const

const Line = ({ notification }: { notification: Notification }) => {
  const t = useTexts(NOTIFICATIONS)
  const { state, transport, items, madeAt, error } = notification
  return (
    <li>
      <Badge kind={STATES[state]}>{t(state)}</Badge> <span>{t(transport)}</span>{' '}
      <Moment at={madeAt} shows="short" />
      {items.map(({ phase, kind, partnerId, partnerName }) => (
        <div key={`${kind} ${partnerId} ${phase}`}>
          {kind === null ? t('tried') : `${t(kind)} · ${t(phase)}`}
          {partnerName !== null && (
            <>
              {' · '}
              <PartnerName id={partnerId ?? ''} name={partnerName} />
            </>
          )}
        </div>
      ))}
      {error !== null && (
        <div className="sm soft" dir="ltr" lang="en">
          <OutsideText>{error}</OutsideText>
        </div>
      )}
    </li>
  )
}
