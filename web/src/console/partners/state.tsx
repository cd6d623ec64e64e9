import { on } from '../../api/call.ts'
import { Badge, type BadgeKind } from '../../components/badge.tsx'
import { Card } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { Moment } from '../../time/moment.tsx'
import { Act } from '../money/act.tsx'
import type { Partner } from './partner.ts'
import { STATE } from './state.texts.ts'

const BADGES: Record<Partner['state'], BadgeKind> = {
  testing: 'wait',
  live: 'done',
  paused: 'stop',
}

export const StateBadge = ({ state }: Pick<Partner, 'state'>) => {
  const t = useTexts(STATE)
  return <Badge kind={BADGES[state]}>{t(state)}</Badge>
}

/** Whether the partner can be paid, what is missing, and the step that follows (D40). */
export const PartnerState = ({ partner }: { partner: Partner }) => {
  const t = useTexts(STATE)
  const { state } = partner
  return (
    <Card title={t('title')}>
      <div className="spaced">
        <p>
          <StateBadge state={state} /> {t(`${state}Says`)}
        </p>
        {state === 'testing' && <Certificate partner={partner} />}
        <div>
          <NextStep partner={partner} />
        </div>
      </div>
    </Card>
  )
}

const Certificate = ({ partner: { certificate } }: { partner: Partner }) => {
  const t = useTexts(STATE)
  if (certificate === null) return <p>{t('notCertified')}</p>
  const { at, validUntil } = certificate
  return (
    <p>
      {t.rich('certified', {
        at: <Moment key="at" at={at} />,
        until: <Moment key="until" at={validUntil} shows="day" />,
      })}
    </p>
  )
}

const NextStep = ({ partner: { partnerId, state, certificate } }: { partner: Partner }) => {
  const t = useTexts(STATE)
  const isOwner = useMe().role === 'owner'
  const params = { partnerId }
  switch (state) {
    case 'testing': {
      const byWord = certificate === null
      return (
        <Act
          label={t('goLive')}
          title={t('goLive')}
          says={<p>{t(byWord ? 'byWordSays' : 'goLiveSays')}</p>}
          permission="partners.edit"
          look="main"
          why={byWord && !isOwner ? t('ownersOnly') : undefined}
          needsReason={byWord}
          run={(reason) =>
            on('POST /operator/v1/partners/{partnerId}/go-live')({
              params,
              body: byWord ? { reason: reason.trim() } : {},
            })
          }
        />
      )
    }
    case 'live':
      return (
        <Act
          label={t('pause')}
          title={t('pause')}
          says={<p>{t('pauseSays')}</p>}
          permission="partners.edit"
          look="stop"
          needsReason
          run={(reason) =>
            on('POST /operator/v1/partners/{partnerId}/pause')({
              params,
              body: { reason: reason.trim() },
            })
          }
        />
      )
    case 'paused':
      return (
        <Act
          label={t('resume')}
          title={t('resume')}
          says={<p>{t('resumeSays')}</p>}
          permission="partners.edit"
          look="main"
          needsReason
          run={(reason) =>
            on('POST /operator/v1/partners/{partnerId}/resume')({
              params,
              body: { reason: reason.trim() },
            })
          }
        />
      )
    default:
      return state satisfies never
  }
}
