import './events.css'
import { IconArrowForward, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { CallProblem } from '../../problems/call-problem/call-problem.tsx'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment, momentText } from '../../time/moment.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { usePartnerName } from '../../people/partner-names.ts'
import { Failed } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Timeline, Wire, type Fact } from '../../components/timeline.tsx'
import { StateBadge, useKindName } from './kinds.tsx'
import { EVENT, EVENTS } from './texts.ts'

type Event = AnswerOf<'GET /operator/v1/webhook-events/{eventId}'>

type Attempt = Event['attempts'][number]

/** An attempt ends within 10 seconds; its end is shown soon after. */
const PENDING_MS = 1_500
const ENDED_MS = 10_000

/** One event: whether it arrived, every attempt, and its exact text. */
export const EventPage = () => {
  const t = useTexts(EVENT)
  const list = useTexts(EVENTS)
  const { eventId = '' }: { eventId?: string } = useParams({ strict: false })
  const client = useQueryClient()
  const key = ['events', eventId]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      on('GET /operator/v1/webhook-events/{eventId}')({ params: { eventId }, query: {}, signal }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? PENDING_MS : ENDED_MS),
  })
  const again = useMutation({
    mutationFn: () =>
      on('POST /operator/v1/webhook-events/{eventId}/redeliver')({ params: { eventId } }),
    onSuccess: (event) => client.setQueryData(key, event),
  })
  return (
    <Page
      title={t('title')}
      up={{ to: '/events', label: list('title') }}
      permission="events.view"
      actions={
        <ActionButton
          look="main"
          permission="events.redeliver"
          onClick={() => !again.isPending && again.mutate()}
        >
          {t('again')}
        </ActionButton>
      }
    >
      {again.error !== null && <Failed error={again.error} isAct />}
      <Loaded query={query}>{(event) => <Shown event={event} />}</Loaded>
    </Page>
  )
}

const isMoving = (event: Event | undefined): boolean =>
  event?.attempts.some(({ outcome }) => outcome === null) === true || event?.state === 'pending'

const Shown = ({ event }: { event: Event }) => {
  const t = useTexts(EVENT)
  const attempts = useFacts(event.attempts)
  return (
    <div className="stack">
      <Answer event={event} />
      <div className="cols">
        <div className="stack">
          <Card title={t('attempts')}>
            {attempts.length === 0 ? <p>{t('none')}</p> : <Timeline facts={attempts} />}
          </Card>
          <Card title={t('body')}>
            <Wire text={event.body} />
          </Card>
        </div>
        <About event={event} />
      </div>
    </div>
  )
}

const NOTICES = { delivered: 'done', failed: 'stop', pending: 'wait' } as const

const Answer = ({ event: { state, partnerId, nextAttemptAt } }: { event: Event }) => {
  const t = useTexts(EVENT)
  const intl = useIntl()
  const name = <OutsideText>{usePartnerName()(partnerId)}</OutsideText>
  const waits = nextAttemptAt === null ? 'underway' : 'waiting'
  const time = nextAttemptAt === null ? '' : momentText(intl, nextAttemptAt, 'exact')
  return (
    <div className={`notice ${NOTICES[state]}`} role="status">
      <p className="strong">{t.rich(state === 'pending' ? waits : state, { name, time })}</p>
    </div>
  )
}

const About = ({ event }: { event: Event }) => {
  const t = useTexts(EVENT)
  const kindName = useKindName()
  const name = usePartnerName()(event.partnerId)
  return (
    <Card title={kindName(event.event)}>
      <Pairs
        pairs={[
          { name: t('state'), value: <StateBadge state={event.state} /> },
          { name: t('reference'), value: <Reference>{event.reference}</Reference> },
          { name: t('partner'), value: <OutsideText>{name}</OutsideText> },
          { name: t('made'), value: <Moment at={event.createdAt} shows="short" /> },
          {
            name: t('payment'),
            value: <Link to={`/payments/${event.paymentId}`}>{t('open')}</Link>,
          },
        ]}
      />
    </Card>
  )
}

const SENTENCES = {
  acknowledged: 'acknowledged',
  not_acknowledged: 'notAcknowledged',
  http_status: 'http',
  timeout: 'timeout',
  not_sent: 'notSent',
  too_many_calls: 'notSent',
  bad_request: 'notSent',
} as const satisfies Partial<Record<NonNullable<Attempt['outcome']>, keyof typeof EVENT>>

const sentenceOf = (outcome: Attempt['outcome']): keyof typeof EVENT => {
  if (outcome === null) return 'running'
  return outcome in SENTENCES ? SENTENCES[outcome as keyof typeof SENTENCES] : 'unreachable'
}

const useFacts = (attempts: readonly Attempt[]): readonly Fact[] => {
  const t = useTexts(EVENT)
  return attempts.map((attempt) => {
    const { outcome, status, durationMs, error, responseBody } = attempt
    const values = { attempt: attempt.attempt, status: status ?? 0, ms: durationMs ?? 0 }
    const look = lookOf(outcome)
    return {
      key: String(attempt.attempt),
      at: attempt.startedAt,
      mark: look.mark,
      icon: <look.Icon />,
      says: t(sentenceOf(outcome), values),
      ...(error !== null && {
        adds: <CallProblem sentence={error} />,
      }),
      ...(responseBody !== null &&
        responseBody !== '' && {
          opens: { summary: t('answer'), content: <Wire text={responseBody} /> },
        }),
    }
  })
}

const lookOf = (outcome: Attempt['outcome']) => {
  if (outcome === null) return { mark: 'wait', Icon: IconClock } as const
  if (outcome === 'acknowledged') return { mark: 'done', Icon: IconCheck } as const
  if (outcome === 'not_sent') return { mark: 'rest', Icon: IconArrowForward } as const
  return { mark: 'stop', Icon: IconX } as const
}
