import type { AnswerOf } from '../../api/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/page.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { CanaryCard } from '../../payments/health/canary.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Moment } from '../../time/moment.tsx'
import { useAnswer } from '../use-answer.ts'
import { GOING_LIVE } from './going-live.texts.ts'

type Partner = AnswerOf<'GET /partner/settings/v1/partner'>

const BADGES = { testing: 'wait', live: 'done', paused: 'stop' } as const

const LIVE_MS = 15_000

/** Whether the partner can be paid, and what is missing (D40). */
export const GoingLive = () => {
  const t = useTexts(GOING_LIVE)
  const query = useAnswer('GET /partner/settings/v1/partner', {}, LIVE_MS)
  return (
    <Loaded query={query}>
      {(partner) => (
        <>
          <Card title={t('title')}>
            <Standing partner={partner} />
          </Card>
          <CanaryCard canary={partner.canary} />
        </>
      )}
    </Loaded>
  )
}

const Standing = ({ partner: { state, certificate } }: { partner: Partner }) => {
  const t = useTexts(GOING_LIVE)
  return (
    <div className="spaced">
      <p>
        <Badge kind={BADGES[state]}>{t(state)}</Badge> {t(`${state}Says`)}
      </p>
      {state === 'testing' && certificate === null && <p>{t('missing')}</p>}
      {state === 'testing' && certificate !== null && (
        <p>
          {t.rich('certified', {
            at: <Moment key="at" at={certificate.at} />,
            until: <Moment key="until" at={certificate.validUntil} shows="day" />,
          })}
        </p>
      )}
    </div>
  )
}
