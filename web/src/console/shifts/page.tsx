import './shift.css'
import { IconCash, IconCheck, IconEye, IconLock, IconPlayerPlay } from '@tabler/icons-react'
import type { ShiftRecord, VarianceRecord } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Timeline, type Fact } from '../../components/timeline.tsx'
import { State } from '../money/state.tsx'
import { useParam } from '../money/use-param.ts'
import { useName, Who } from '../money/who.tsx'
import { CountTable } from './count-table.tsx'
import { Decide } from './decide.tsx'
import { SHIFTS } from './texts.ts'

const EVERY_MS = 5_000

/** One shift: its float, its count, the difference, and who decided on it. */
export const ShiftPage = () => {
  const t = useTexts(SHIFTS)
  const shiftId = useParam('shiftId')
  const query = useQuery({
    queryKey: ['shift', shiftId],
    queryFn: () => on('GET /operator/v1/shifts/{shiftId}')({ params: { shiftId } }),
    refetchInterval: EVERY_MS,
  })
  const { data } = query
  const varianceId = data?.count?.varianceId ?? null
  const variance = useQuery({
    queryKey: ['variance', varianceId, data?.status],
    enabled: varianceId !== null,
    queryFn: () =>
      on('GET /operator/v1/variances/{varianceId}')({ params: { varianceId: varianceId ?? '' } }),
  }).data
  const name = useName(data?.agentId ?? '…')
  return (
    <Page
      title={t('shift', { name })}
      up={{ to: '/shifts', label: t('title') }}
      permission="cash.view"
      heading={
        <>
          {t.rich('shift', { name: <bdi>{name}</bdi> })}{' '}
          {data && <State of="shift" status={data.status} bare={false} />}
        </>
      }
      actions={variance?.status === 'open' && <Decide variance={variance} />}
    >
      <Loaded query={query}>
        {(shift) => (
          <div className="cols">
            <div className="stack">
              <Answer shift={shift} />
              {shift.count !== null && <CountTable count={shift.count} />}
            </div>
            <Story shift={shift} variance={variance} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** The sentence that the reader came for, and what it is made of. */
const Answer = ({ shift: { count, float, channelId } }: { shift: ShiftRecord }) => {
  const t = useTexts(SHIFTS)
  const money = (dinars: number) => <Amount dinars={dinars} currency={false} />
  if (count === null) {
    return (
      <section className="card shift-answer">
        <p className="soft">
          <Who id={channelId} />
        </p>
        <p>{t('notCounted')}</p>
        <Pairs figures pairs={[{ name: t('float'), value: money(float) }]} />
      </section>
    )
  }
  const { difference, counted, expected } = count
  const amount = <Amount dinars={Math.abs(difference)} />
  return (
    <section className="card shift-answer">
      <p className="soft">
        <Who id={channelId} />
      </p>
      <p className={difference < 0 ? 'shift-says neg' : 'shift-says'}>
        {difference === 0 ? t('agrees') : t.rich(difference < 0 ? 'isShort' : 'isOver', { amount })}
      </p>
      <Pairs
        figures
        pairs={[
          { name: t('float'), value: money(float) },
          { name: t('expected'), value: money(expected) },
          { name: t('countedPlain'), value: money(counted) },
          { name: t('differencePlain'), value: money(difference), isSum: true },
        ]}
      />
    </section>
  )
}

type StoryProps = { shift: ShiftRecord; variance: VarianceRecord | undefined }

const Story = ({ shift, variance }: StoryProps) => {
  const t = useTexts(SHIFTS)
  return (
    <Card title={t('story')}>
      <Timeline facts={useFacts(shift, variance)} />
    </Card>
  )
}

const useFacts = (shift: ShiftRecord, variance: VarianceRecord | undefined): readonly Fact[] => {
  const t = useTexts(SHIFTS)
  const name = <Who id={shift.agentId} />
  const { count, float } = shift
  const decision =
    variance?.decidedBy === 'tolerance' ? t('tolerated') : t(variance?.outcome ?? 'over_short')
  const facts: readonly (Omit<Fact, 'at'> & { at: string | null })[] = [
    {
      key: 'opened',
      at: shift.openedAt,
      mark: 'ok',
      icon: <IconPlayerPlay />,
      says: t.rich('saysOpened', { name, amount: <Amount dinars={float} /> }),
    },
    {
      key: 'counting',
      at: shift.countingAt,
      mark: 'ok',
      icon: <IconEye />,
      says: t('saysCounting'),
    },
    {
      key: 'counted',
      at: shift.countedAt,
      mark: count?.difference === 0 ? 'done' : 'wait',
      icon: <IconCash />,
      says: t.rich('saysCounted', { name, amount: <Amount dinars={count?.counted ?? 0} /> }),
    },
    {
      key: 'reviewed',
      at: variance?.decidedAt ?? null,
      mark: 'ok',
      icon: <IconCheck />,
      says: t.rich('saysReviewed', {
        name: <bdi>{variance?.decidedBy === 'tolerance' ? 'Wasl' : variance?.decidedBy}</bdi>,
        outcome: decision,
      }),
      adds: variance?.reason ?? undefined,
    },
    { key: 'closed', at: shift.closedAt, mark: 'done', icon: <IconLock />, says: t('saysClosed') },
  ]
  return facts.flatMap(({ at, adds, ...fact }) =>
    at === null ? [] : [{ ...fact, at, ...(adds !== undefined && { adds: <bdi>{adds}</bdi> }) }],
  )
}
