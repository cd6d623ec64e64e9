import { HealthFigures } from '../../payments/health/health-figures.tsx'
import { HoursCard, LevelsCard } from '../../payments/health/levels.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Page } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useAnswer } from '../use-answer.ts'
import { Certify } from './certify.tsx'
import { GoingLive } from './going-live.tsx'
import { HEALTH } from './texts.ts'

const LIVE_MS = 15_000

/** They are counted once a minute. */
const LEVELS_MS = 60_000

/** How the partner’s server does, and whether it answers as it should. */
export const HealthPage = () => {
  const t = useTexts(HEALTH)
  const levels = useAnswer('GET /partner/settings/v1/service-levels', {}, LEVELS_MS)
  const query = useAnswer('GET /partner/settings/v1/health', {}, LIVE_MS)
  return (
    <Page title={t('title')} permission="events.view">
      <div className="stack">
        <GoingLive />
        <Loaded query={query}>{(health) => <HealthFigures health={health} side="own" />}</Loaded>
        <Loaded query={levels}>
          {(found) => (
            <>
              <LevelsCard levels={found} />
              <HoursCard hours={found.hours} />
            </>
          )}
        </Loaded>
        <Certify />
      </div>
    </Page>
  )
}
