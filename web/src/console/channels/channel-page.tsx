import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { useMe } from '../../session/session.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Who } from '../money/who.tsx'
import { KindLimits, kindsQuery } from '../settings/kinds.tsx'
import { EditTolerance } from '../settings/tolerance.tsx'
import { ChannelActions } from './channel-actions.tsx'
import { ChannelCash } from './channel-cash.tsx'
import type { Channel } from './channel.ts'
import { CHANNELS } from './channels.texts.ts'
import { ChannelSetUp } from './set-up.tsx'

/** The list has no filter; a channel is found on one of its pages. */
const findChannel = async (channelId: string, signal: AbortSignal): Promise<Channel | null> => {
  let cursor: string | undefined
  do {
    const page = await on('GET /operator/v1/channels')({
      query: { limit: '200', ...(cursor !== undefined && { cursor }) },
      signal,
    })
    const found = page.items.find((channel) => channel.channelId === channelId)
    if (found !== undefined) return found
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return null
}

export const ChannelPage = () => {
  const t = useTexts(CHANNELS)
  const { channelId = '' } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ['channel', channelId],
    queryFn: async ({ signal }) => findChannel(channelId, signal),
    refetchInterval: 10_000,
  })
  return (
    <Loaded query={query} title={t('title')}>
      {(channel) =>
        channel === null ? (
          <Page title={t('title')} up={{ to: '/channels', label: t('title') }}>
            <Empty why={t('unknown')} />
          </Page>
        ) : (
          <Whole channel={channel} />
        )
      }
    </Loaded>
  )
}

const Whole = ({ channel }: { channel: Channel }) => {
  const t = useTexts(CHANNELS)
  const me = useMe()
  const { name, status, kind, channelId, isTest } = channel
  return (
    <Page
      title={name}
      heading={
        <>
          <OutsideText>{name}</OutsideText>{' '}
          <Badge kind={status === 'active' ? 'done' : 'stop'}>{t(status)}</Badge>{' '}
          {isTest && <Badge kind="wait">{t('test')}</Badge>}
        </>
      }
      up={{ to: '/channels', label: t('title') }}
      permission="payments.view"
    >
      <ChannelActions channel={channel} />
      <div className="cols">
        <div className="stack">
          <ChannelSetUp channel={channel} />
          {me.may('cash.view') && <ChannelCash channelId={channelId} />}
        </div>
        <aside className="stack">
          <Settings channel={channel} />
          <Limits kind={kind} />
        </aside>
      </div>
    </Page>
  )
}

const Settings = ({ channel }: { channel: Channel }) => {
  const t = useTexts(CHANNELS)
  const { channelId, kind, createdAt, requiresAgent, countTolerance, partners } = channel
  return (
    <Card title={t('settings')}>
      <Pairs
        pairs={[
          { name: t('kind'), value: t(kind) },
          { name: t('since'), value: <Moment at={createdAt} shows="day" /> },
          {
            name: t('partners'),
            value: partners === null ? t('allPartners') : <Partners ids={partners} />,
          },
          { name: t('requiresAgent'), value: requiresAgent ? t('yes') : t('no') },
          { name: t('tolerance'), value: <Amount dinars={countTolerance} /> },
        ]}
      />
      <EditTolerance channel={channel} />
      <p className="why">
        <Link to="/payments" search={{ channelId }}>
          {t('payments')}
        </Link>
      </p>
    </Card>
  )
}

const Limits = ({ kind }: { kind: Channel['kind'] }) => {
  const t = useTexts(CHANNELS)
  const query = useQuery(kindsQuery)
  return (
    <Card title={t('limits')}>
      <Loaded query={query}>
        {({ items }) => <KindLimits kind={items.find((one) => one.kind === kind)} />}
      </Loaded>
      <p className="why">
        <Link to="/settings/kinds">{t('changeLimits')}</Link>
      </p>
    </Card>
  )
}

/** The partners that it may take payments for, by name. */
const Partners = ({ ids }: { ids: readonly string[] }) => (
  <>
    {ids.map((id) => (
      <div key={id}>
        <Who id={id} />
      </div>
    ))}
  </>
)
