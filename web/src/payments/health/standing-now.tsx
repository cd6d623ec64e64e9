import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { AnswerOf } from '../../api/contract.ts'
import { Moment } from '../../time/moment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { localDay } from '../../time/zone.ts'
import { HEALTH } from './health.texts.ts'

type Standing = AnswerOf<'GET /partner/settings/v1/health'>['now']

type WaitsProps = { standing: Omit<Standing, 'isFailing'> }

/** What waits for a partner, and which of its lookups failed. */
export const WhatWaits = ({
  standing: { waiting, givenUp, nextAttemptAt, lookups },
}: WaitsProps) => {
  const t = useTexts(HEALTH)
  return (
    <>
      {waiting > 0 && <>{t('waiting', { count: waiting })} </>}
      {givenUp > 0 && <>{t('givenUp', { count: givenUp })} </>}
      {nextAttemptAt !== null && (
        <>{t.rich('nextAttempt', { time: <Since at={nextAttemptAt} now={null} /> })} </>
      )}
      {lookups.failed > 0 &&
        t('lookupsFail', { failed: lookups.failed, all: lookups.failed + lookups.answered })}
    </>
  )
}

/** Whether a partner answers now, in one notice. */
export const StandingNow = ({ standing }: { standing: Standing }) => {
  const t = useTexts(HEALTH)
  if (!standing.isFailing) {
    return (
      <p className="notice done">
        <IconCheck aria-hidden /> {t('fine')}
      </p>
    )
  }
  const { since } = standing
  return (
    <div className="notice stop">
      <IconAlertTriangle aria-hidden />
      <p>
        <strong>
          {since === null
            ? t('fails')
            : t.rich('failsSince', { since: <Since at={since} now={null} /> })}
        </strong>{' '}
        <WhatWaits standing={standing} />
      </p>
    </div>
  )
}

/** A time of today as such, another moment with its day. */
export const Since = ({ at, now }: { at: string; now: string | null }) => (
  <Moment
    at={at}
    shows={localDay(at) === localDay(now ?? new Date().toISOString()) ? 'time' : 'short'}
  />
)
