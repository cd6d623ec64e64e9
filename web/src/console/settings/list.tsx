import { useState } from 'react'
import { Badge } from '../../components/badge.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList, useChoice } from '../../lists/filtered-list.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { Moment } from '../../time/moment.tsx'
import { CHANNELS } from '../channels/channels.texts.ts'
import { Who } from '../money/who.tsx'
import { Decide, type Decision } from './decide.tsx'
import type { SettingRequest } from './setting-request.ts'
import { OneChange } from './setting-value.tsx'
import { SETTINGS } from './texts.ts'

const keyOf = ({ settingRequestId }: SettingRequest): string => settingRequestId

const STATUSES = ['waiting', 'confirmed', 'refused', 'replaced'] as const

const LOOKS = { waiting: 'wait', confirmed: 'done', refused: 'stop', replaced: 'rest' } as const

export const useSettingTabs = () => {
  const t = useTexts(SETTINGS)
  return [
    { to: '/settings', label: t('title') },
    { to: '/settings/kinds', label: t('kinds') },
  ]
}

/** Changes of settings about money that wait for a second person, and those that waited. */
export const SettingsPage = () => {
  const t = useTexts(SETTINGS)
  const [decision, setDecision] = useState<Decision | null>(null)
  const options = STATUSES.map((value) => ({ value, label: t(value) }))
  return (
    <>
      <FilteredList
        title={t('title')}
        permission="cash.view"
        tabs={useSettingTabs()}
        notice={<p className="soft says">{t('says')}</p>}
        filters={[useChoice()('status', t('status'), options)]}
        route="GET /operator/v1/setting-requests"
        keyOf={keyOf}
        columns={useColumns(setDecision)}
        none={t('none')}
      />
      {decision !== null && <Decide {...decision} onClose={() => setDecision(null)} />}
    </>
  )
}

/** What is changed: a channel, a kind of channels, a partner or an agent. */
export const Subject = ({ subject }: { subject: string }) => {
  const t = useTexts(CHANNELS)
  const isKind = subject === 'AGENCY' || subject === 'DELIVERY' || subject === 'MARKETPLACE'
  return isKind ? t(subject) : <Who id={subject} />
}

const useColumns = (onDecide: (decision: Decision) => void): readonly Column<SettingRequest>[] => {
  const t = useTexts(SETTINGS)
  return [
    {
      id: 'about',
      head: t('about'),
      phone: 'what',
      width: '11rem',
      cell: ({ subject }) => <Subject subject={subject} />,
    },
    {
      id: 'change',
      head: t('change'),
      phone: 'more',
      cell: ({ changes }) => changes.map((one) => <OneChange key={one.field} change={one} />),
    },
    {
      id: 'by',
      head: t('askedBy'),
      phone: 'who',
      width: '10rem',
      cell: ({ askedBy }) => <OutsideText>{askedBy}</OutsideText>,
    },
    {
      id: 'at',
      head: t('askedAt'),
      phone: 'when',
      width: '9rem',
      cell: ({ askedAt }) => <Moment at={askedAt} shows="short" />,
    },
    {
      id: 'status',
      head: t('status'),
      phone: 'state',
      width: '9rem',
      cell: ({ status, confirmedBy, refusedBy }) => (
        <>
          <Badge kind={LOOKS[status]} bare={status !== 'waiting'}>
            {t(status)}
          </Badge>
          {(confirmedBy ?? refusedBy) !== null && (
            <small>
              <OutsideText>{confirmedBy ?? refusedBy ?? ''}</OutsideText>
            </small>
          )}
        </>
      ),
    },
    {
      id: 'decide',
      head: t('decision'),
      phone: 'much',
      width: '13rem',
      cell: (request) => <Acts request={request} onDecide={onDecide} />,
    },
  ]
}

type ActsProps = { request: SettingRequest; onDecide: (decision: Decision) => void }

/** Confirm or refuse; who may not confirm reads why. */
const Acts = ({ request, onDecide }: ActsProps) => {
  const t = useTexts(SETTINGS)
  const me = useMe()
  if (request.status !== 'waiting') return null
  const isOwn = request.askedBy === me.name
  const why = request.side === 'operator' ? t('own') : t('ofChannel')
  return (
    <div className="actions">
      {request.mayConfirm ? (
        <button
          type="button"
          className="linkish"
          onClick={() => onDecide({ request, act: 'confirm' })}
        >
          {t('confirm')}
        </button>
      ) : (
        <p className="soft sm">{isOwn || request.side !== 'operator' ? why : t('noRight')}</p>
      )}
      {(request.mayConfirm || isOwn) && (
        <button
          type="button"
          className="linkish"
          onClick={() => onDecide({ request, act: 'refuse' })}
        >
          {t(isOwn ? 'takeBack' : 'refuse')}
        </button>
      )}
    </div>
  )
}
