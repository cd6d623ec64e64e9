import { IconCalendar, IconCheck, IconFileText, IconPhone, IconUser } from '@tabler/icons-react'
import type { FollowUpDetail } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { on } from '../../api/call.ts'
import { Loaded } from '../../lists/loaded.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Timeline, type Fact } from '../../components/timeline.tsx'
import { Day } from '../money/day.tsx'
import { useParam } from '../money/use-param.ts'
import { Who } from '../money/who.tsx'
import { FollowUpActs } from './acts.tsx'
import { FollowUpState } from './due.tsx'
import { FOLLOW_UPS } from './texts.ts'

const EVERY_MS = 10_000

/** One call: what was said, who takes care of it until when, and what was done. */
export const FollowUpPage = () => {
  const t = useTexts(FOLLOW_UPS)
  const followUpId = useParam('followUpId')
  const query = useQuery({
    queryKey: ['follow-up', followUpId],
    queryFn: () => on('GET /operator/v1/follow-ups/{followUpId}')({ params: { followUpId } }),
    refetchInterval: EVERY_MS,
  })
  return (
    <Page
      title={t('title')}
      up={{ to: '/follow-ups', label: t('title') }}
      permission="payments.view"
      heading={
        query.data && (
          <>
            {t('title')} <FollowUpState of={query.data} />
          </>
        )
      }
      actions={query.data && <FollowUpActs of={query.data} />}
    >
      <Loaded query={query}>{(one) => <Whole of={one} />}</Loaded>
    </Page>
  )
}

const Whole = ({ of }: { of: FollowUpDetail }) => {
  const t = useTexts(FOLLOW_UPS)
  const { kind, words, caller, owner, dueOn, partnerId, paymentId } = of
  const isLost = kind === 'restore'
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t(isLost ? 'lost' : 'words')}>
          <p>{words === null ? t('erased') : <OutsideText keepLines>{words}</OutsideText>}</p>
        </Card>
        <Card title={t('story')}>
          <Timeline facts={useFacts(of)} />
        </Card>
      </div>
      <aside className="stack">
        <Card title={t('about')}>
          <Pairs
            pairs={[
              { name: t('owner'), value: owner === null ? t('nobody') : <bdi>{owner}</bdi> },
              { name: t('dueOn'), value: <Day date={dueOn} /> },
              {
                name: t('caller'),
                value: caller === null ? '—' : <OutsideText>{caller}</OutsideText>,
              },
              {
                name: t('partner'),
                value: partnerId === null ? '—' : <Who id={partnerId} />,
              },
            ]}
          />
          {paymentId !== null && !isLost && (
            <p className="why">
              <Link to="/payments/$paymentId" params={{ paymentId }}>
                {t('payment')}
              </Link>
            </p>
          )}
        </Card>
      </aside>
    </div>
  )
}

const ICONS = {
  opened: <IconPhone />,
  noted: <IconFileText />,
  given: <IconUser />,
  postponed: <IconCalendar />,
  done: <IconCheck />,
  reopened: <IconPhone />,
} as const

const useFacts = ({ entries }: FollowUpDetail): readonly Fact[] => {
  const t = useTexts(FOLLOW_UPS)
  return entries.map(({ entryId, act, text, value, by, at }) => ({
    key: entryId,
    at,
    mark: act === 'done' ? ('done' as const) : ('ok' as const),
    icon: ICONS[act],
    says: (
      <>
        {t.rich(act === 'given' && value === null ? 'givenBack' : act, {
          name: <bdi>{by}</bdi>,
          value: act === 'postponed' && value !== null ? <Day date={value} /> : <bdi>{value}</bdi>,
        })}
        {text !== null && (
          <>
            <br />
            <OutsideText keepLines>{text}</OutsideText>
          </>
        )}
      </>
    ),
  }))
}
