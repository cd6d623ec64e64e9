import { IconSend, IconX } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { CallProblem } from '../../problems/call-problem/call-problem.tsx'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { momentText } from '../../time/moment.tsx'
import { Reference } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Failed } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Timeline, Wire, type Fact } from '../../components/timeline.tsx'
import { useOutcome } from '../stage-badge.tsx'
import { useAnswer, useReadAgain } from '../use-answer.ts'
import { EventBadge } from './event-badge.tsx'
import { EVENT_KINDS } from '../texts.ts'
import { EVENTS } from './texts.ts'

const ROUTE = 'GET /partner/webhooks/v1/events/{eventId}'

type Event = AnswerOf<typeof ROUTE>

/** The outcome of a resend is seen without reloading. */
const LIVE_MS = 2_000

/** One webhook: what was sent, and what the partner’s server answered each time. */
export const EventPage = () => {
  const { eventId = '' } = useParams({ strict: false })
  const t = useTexts(EVENTS)
  const query = useAnswer(ROUTE, { params: { eventId } }, LIVE_MS)
  const kind = useTexts(EVENT_KINDS)
  const name = query.data === undefined ? t('title') : kind(query.data.event)
  return (
    <Page
      title={name}
      heading={
        query.data && (
          <>
            {name} <bdi className="code sm">{query.data.event}</bdi>{' '}
            <EventBadge state={query.data.state} />
          </>
        )
      }
      up={{ to: '/events', label: t('title') }}
      permission="events.view"
    >
      <Loaded query={query}>{(event) => <Content event={event} />}</Loaded>
    </Page>
  )
}

const Content = ({ event }: { event: Event }) => {
  const t = useTexts(EVENTS)
  return (
    <>
      <Answer event={event} />
      <div className="cols">
        <Card title={t('story')}>
          {event.attempts.length === 0 ? <p>{t('none')}</p> : <Attempts event={event} />}
        </Card>
        <Card title={t('body')}>
          <Wire text={event.body} />
        </Card>
      </div>
    </>
  )
}

const Answer = ({ event }: { event: Event }) => {
  const t = useTexts(EVENTS)
  const intl = useIntl()
  const readAgain = useReadAgain()
  const [error, setError] = useState<unknown>(null)
  const { state, eventId, deliveredAt, nextAttemptAt, paymentId, reference } = event
  const at = (time: string): string => momentText(intl, time, 'exact')
  const resend = async (): Promise<void> => {
    try {
      setError(null)
      await on('POST /partner/webhooks/v1/events/{eventId}/redeliver')({ params: { eventId } })
      await readAgain(ROUTE)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <section className="card answer">
      <p className="says" aria-live="polite">
        {state === 'delivered' && t('saysDelivered', { when: at(deliveredAt ?? '') })}
        {state === 'pending' &&
          (nextAttemptAt === null
            ? t('saysSending')
            : t('saysPending', { when: at(nextAttemptAt) }))}
        {state === 'failed' && t('saysFailed')}
      </p>
      <p>
        {t('payment')}{' '}
        <Link className="link" to={`/payments/${paymentId}`}>
          <Reference>{reference}</Reference>
        </Link>
      </p>
      <div className="actions">
        <ActionButton
          permission="events.redeliver"
          {...(state !== 'delivered' && { look: 'main' as const })}
          onClick={() => void resend()}
        >
          <IconSend className="flip" aria-hidden />
          {t('again')}
        </ActionButton>
      </div>
      {error !== null && <Failed error={error} isAct />}
    </section>
  )
}

const Attempts = ({ event }: { event: Event }) => {
  const t = useTexts(EVENTS)
  const say = useOutcome()
  const facts = event.attempts.map((attempt): Fact => {
    const isDone = attempt.outcome === 'acknowledged'
    const { durationMs, responseBody } = attempt
    const hasBody = responseBody !== null && responseBody !== ''
    return {
      key: `${attempt.attempt} ${attempt.startedAt}`,
      at: attempt.startedAt,
      mark: isDone ? 'ok' : attempt.outcome === null ? 'wait' : 'stop',
      icon: isDone ? <IconSend className="flip" /> : <IconX />,
      says: (
        <>
          {t.rich('attempt', {
            number: attempt.attempt,
            outcome: <b key="outcome">{say(attempt)}</b>,
          })}
          {durationMs !== null && (
            <span className="soft">
              {' · '}
              {t('took', { ms: durationMs })}
            </span>
          )}
        </>
      ),
      ...(attempt.error !== null && {
        adds: <CallProblem sentence={attempt.error} />,
      }),
      ...(hasBody && { opens: { summary: t('answered'), content: <Wire text={responseBody} /> } }),
    }
  })
  return <Timeline facts={facts} />
}
