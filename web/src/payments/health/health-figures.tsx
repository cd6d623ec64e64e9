import './health.css'
import type { AnswerOf } from '../../api/contract.ts'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Opens } from '../../components/timeline.tsx'
import { HEALTH } from './health.texts.ts'
import { HourChart } from './hour-chart.tsx'
import { StandingNow } from './standing-now.tsx'

type Health = AnswerOf<'GET /partner/settings/v1/health'>

/** Whose server it is: that of the reader, or that of a partner which the reader looks at. */
type Side = 'own' | 'partner'

const SAYS = { own: 'says', partner: 'itSays' } as const
const NOTHING = { own: 'saysNothing', partner: 'itSaysNothing' } as const

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** The same figures for those who work at the platform and for the partner’s own people. */
export const HealthFigures = ({ health, side }: { health: Health; side: Side }) => {
  const t = useTexts(HEALTH)
  const { hours, failures, now } = health
  const all = sum(hours.map(({ lookups, attempts }) => lookups + attempts))
  const bad = sum(
    hours.map(({ lookupFailures: l, attempts, acknowledged }) => l + attempts - acknowledged),
  )
  const lookups = hours.map(({ from, lookups: count, lookupFailures }) => ({
    from,
    good: count - lookupFailures,
    bad: lookupFailures,
  }))
  const webhooks = hours.map(({ from, attempts, acknowledged }) => ({
    from,
    good: acknowledged,
    bad: attempts - acknowledged,
  }))
  return (
    <>
      <section className="card">
        <div className="body health-now">
          <StandingNow standing={now} />
          <p>{t(all === 0 ? NOTHING[side] : SAYS[side], { good: all - bad, all })}</p>
          {all > 0 && (
            <p className="soft sm now">
              <span className="health-key" aria-hidden /> {t('good')}{' '}
              <span className="health-key bad" aria-hidden /> {t('bad')}
            </p>
          )}
        </div>
      </section>
      {all > 0 && (
        <div className="health-charts">
          <Card title={t('lookups')}>
            <HourChart hours={lookups} title={t('lookups')} />
          </Card>
          <Card title={t('webhooks')}>
            <HourChart hours={webhooks} title={t('webhooks')} />
          </Card>
        </div>
      )}
      {all > 0 && (
        <section className="card">
          <div className="body">
            <Opens summary={t('figures')} content={<Hours hours={hours} />} />
          </div>
        </section>
      )}
      {failures.length > 0 && <Failures failures={failures} />}
    </>
  )
}

const Failures = ({ failures }: { failures: Health['failures'] }) => {
  const t = useTexts(HEALTH)
  return (
    <Card title={t('failures')}>
      <ul className="health-failures">
        {failures.map(({ code, count, explanation, lastAt }) => (
          <li key={code}>
            <span>
              <OutsideText>{explanation}</OutsideText>{' '}
              <span className="soft sm">
                <Moment at={lastAt} shows="short" />
              </span>
            </span>
            <span className="now">{t('times', { count })}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const useMilliseconds = (): ((value: number | null) => string) => {
  const t = useTexts(HEALTH)
  return (value) => (value === null ? '—' : t('ms', { ms: value }))
}

const Hours = ({ hours }: { hours: Health['hours'] }) => {
  const t = useTexts(HEALTH)
  const milliseconds = useMilliseconds()
  const busy = hours.filter(({ lookups, attempts }) => lookups + attempts > 0)
  return (
    <div className="scroll" role="region" aria-label={t('figures')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('hour')}
            </th>
            <th scope="colgroup" colSpan={4}>
              {t('lookups')}
            </th>
            <th scope="colgroup" colSpan={4}>
              {t('webhooks')}
            </th>
          </tr>
          <tr>
            {['lookups', 'webhooks'].flatMap((group) =>
              (['good', 'bad', 'half', 'most'] as const).map((name) => (
                <th key={`${group} ${name}`} scope="col" className="num">
                  {t(name)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {busy.map((hour) => (
            <tr key={hour.from}>
              <th scope="row">
                <Moment at={hour.from} shows="short" />
              </th>
              <td className="num">{hour.lookups - hour.lookupFailures}</td>
              <td className="num">{hour.lookupFailures}</td>
              <td className="num">{milliseconds(hour.lookupMs50)}</td>
              <td className="num">{milliseconds(hour.lookupMs95)}</td>
              <td className="num">{hour.acknowledged}</td>
              <td className="num">{hour.attempts - hour.acknowledged}</td>
              <td className="num">{milliseconds(hour.attemptMs50)}</td>
              <td className="num">{milliseconds(hour.attemptMs95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
