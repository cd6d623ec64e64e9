import type { AnswerOf } from '../../api/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { Moment } from '../../time/moment.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Opens, Wire } from '../../components/timeline.tsx'
import { PartnerName } from '../money/who.tsx'
import { useKindName } from '../events/kinds.tsx'
import type { Evidence, PaymentDetail } from './payment.ts'
import { SENT } from './wire.texts.ts'

type Event = Evidence['events'][number]
type Attempt = AnswerOf<'GET /operator/v1/webhook-events/{eventId}'>['attempts'][number]

/** What was sent to the partner, attempt by attempt, with the bodies of both sides. */
export const Attempts = ({ payment, evidence }: { payment: PaymentDetail; evidence: Evidence }) => {
  const t = useTexts(SENT)
  const { events } = evidence
  const count = events.reduce((sum, { attempts }) => sum + attempts.length, 0)
  const title = t.rich('title', {
    partner: <PartnerName id={payment.partnerId} name={payment.partnerName} />,
  })
  return (
    <Card title={title} note={t('count', { count })} isTable>
      {count === 0 ? (
        <p className="body soft">{t('none')}</p>
      ) : (
        <div className="scroll">
          <table className="sent">
            <thead>
              <tr>
                <th>{t('event')}</th>
                <th className="num">{t('attempt')}</th>
                <th>{t('at')}</th>
                <th className="num">{t('took')}</th>
                <th>{t('answer')}</th>
              </tr>
            </thead>
            <tbody>
              {events.flatMap((event) =>
                event.attempts.map((attempt) => (
                  <AttemptRow
                    key={`${event.eventId} ${attempt.attempt}`}
                    event={event}
                    attempt={attempt}
                  />
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
      <div className="sent-more">
        {events.map((event) => (
          <Bodies key={event.eventId} event={event} />
        ))}
      </div>
    </Card>
  )
}

const AttemptRow = ({ event, attempt }: { event: Event; attempt: Attempt }) => {
  const t = useTexts(SENT)
  const nameOf = useKindName()
  const { durationMs, startedAt } = attempt
  return (
    <tr>
      <td title={event.event}>{nameOf(event.event)}</td>
      <td className="num">{attempt.attempt}</td>
      <td>
        <Moment at={startedAt} shows="seconds" />
      </td>
      <td className="num">{durationMs === null ? '—' : t('ms', { ms: durationMs })}</td>
      <td>
        <Outcome attempt={attempt} t={t} />
      </td>
    </tr>
  )
}

const Outcome = ({
  attempt,
  t,
}: {
  attempt: Attempt
  t: ReturnType<typeof useTexts<typeof SENT>>
}) => {
  const { outcome, status } = attempt
  if (outcome === null) return <Badge kind="wait">{t('running')}</Badge>
  if (outcome === 'acknowledged') {
    return <Badge kind="done">{t('acknowledged', { status: String(status) })}</Badge>
  }
  return <Badge kind="stop">{status === null ? t('noAnswer') : String(status)}</Badge>
}

const Bodies = ({ event }: { event: Event }) => {
  const t = useTexts(SENT)
  const nameOf = useKindName()
  const headers = event.attempts.at(-1)?.headers ?? null
  return (
    <Opens
      summary={t('body', { event: nameOf(event.event) })}
      content={
        <>
          {headers !== null && <Wire title={t('headers')} text={linesOf(headers)} />}
          <Wire title={t('sentBody')} text={event.body} />
          {event.attempts.map(({ attempt, responseBody, status }) => {
            if (responseBody === null || responseBody === '') return null
            const title = t('answered', { attempt, status: String(status ?? '') })
            return <Wire key={attempt} title={title} text={responseBody} />
          })}
        </>
      }
    />
  )
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
