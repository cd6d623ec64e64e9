import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { momentText } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { usePartnerName } from '../../people/partner-names.ts'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { EVENTS } from './texts.ts'

type Resend = AnswerOf<'GET /operator/v1/resends/{resendId}'>

export const RESENDS = ['resends', 'shown']

const SHOWN_MAX = 3

/** While one runs, its progress is read as often as it changes. */
const RUNNING_MS = 1_000
const QUIET_MS = 15_000

/** How long the end of a resend stays on the page. */
const SHOWN_MS = 15 * 60_000

/** The resends that run, and those that ended a moment ago. */
export const Resends = () => {
  const [openedMs] = useState(Date.now)
  const { data } = useQuery({
    queryKey: RESENDS,
    queryFn: ({ signal }) =>
      on('GET /operator/v1/resends')({ query: { limit: String(SHOWN_MAX) }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'running') === true ? RUNNING_MS : QUIET_MS,
  })
  const shown = (data?.items ?? []).filter(
    ({ status, finishedAt }) =>
      status === 'running' || Date.parse(finishedAt ?? '') > openedMs - SHOWN_MS,
  )
  return (
    <>
      {shown.map((resend) => (
        <Progress key={resend.resendId} resend={resend} />
      ))}
    </>
  )
}

const Progress = ({ resend }: { resend: Resend }) => {
  const t = useTexts(EVENTS)
  const intl = useIntl()
  const me = useMe()
  const client = useQueryClient()
  const partnerName = usePartnerName()
  const { resendId, partnerId, since, status, count, sent, leftOut } = resend
  const isRunning = status === 'running'
  const stop = async (): Promise<void> => {
    await on('POST /operator/v1/resends/{resendId}/cancel')({ params: { resendId } })
    await client.invalidateQueries({ queryKey: RESENDS })
  }
  const name = partnerId === null ? t('allPartners') : partnerName(partnerId)
  return (
    <section className={`notice resend ${status === 'finished' ? 'done' : 'wait'}`} role="status">
      <div>
        <p className="strong">
          {isRunning && t('progress', { sent: sent + leftOut, count })}
          {status === 'finished' && t('finished', { sent, leftOut })}
          {status === 'cancelled' && t('stopped', { sent, count })}
        </p>
        {isRunning && (
          <progress max={Math.max(1, count)} value={sent + leftOut} aria-label={t('resend')} />
        )}
        <p className="sm">
          {t.rich('progressOf', {
            name: <OutsideText>{name}</OutsideText>,
            since: momentText(intl, since),
          })}
        </p>
      </div>
      {isRunning && me.may('events.redeliver') && (
        <button type="button" className="btn" onClick={() => void stop()}>
          {t('stop')}
        </button>
      )}
    </section>
  )
}
