import type { VarianceRecord } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { useTexts } from '../../texts/texts.ts'
import {
  askedInDinars,
  useByAgent,
  useByChannel,
  useByDayAndAmount,
  useByState,
} from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { AgentHistory } from './agent-history.tsx'
import { Decide } from './decide.tsx'
import { DecideChosen } from './decide-chosen.tsx'
import { useShiftTabs } from './list.tsx'
import { SHIFTS } from './texts.ts'

const keyOf = ({ varianceId }: VarianceRecord): string => varianceId

const signed = ({ kind, amount }: VarianceRecord): number => (kind === 'short' ? -amount : amount)

/** What counts found too little or too much; open ones wait for a second person. */
export const DifferencesPage = () => {
  const t = useTexts(SHIFTS)
  return (
    <FilteredList
      title={t('differences')}
      permission="cash.view"
      tabs={useShiftTabs()}
      notice={<AgentHistory />}
      filters={[
        useByState('variance', ['open', 'decided']),
        useByChannel(),
        useByAgent(),
        ...useByDayAndAmount(),
      ]}
      asked={askedInDinars}
      route="GET /operator/v1/variances"
      keyOf={keyOf}
      totalOf={signed}
      exports={{ route: 'GET /operator/v1/variances/export', name: 'differences' }}
      choose={{
        nameOf: keyOf,
        sumOf: signed,
        acts: (chosen) => <DecideChosen chosen={chosen} />,
      }}
      columns={useColumns()}
      none={t('noDifference')}
    />
  )
}

const PLACES = { shift: '/shifts', handover: '/handovers', deposit: '/deposits' } as const

const useColumns = (): readonly Column<VarianceRecord>[] => {
  const t = useTexts(SHIFTS)
  const m = useTexts(MONEY)
  return [
    {
      id: 'holder',
      head: t('holder'),
      phone: 'what',
      cell: ({ holder }) => <Who id={holder} />,
    },
    {
      id: 'source',
      head: t('source'),
      phone: 'who',
      cell: ({ source, sourceId, channelId }) => (
        <>
          <Link to={source === 'shift' ? `/shifts/${sourceId}` : PLACES[source]}>
            {t(`source ${source}`)}
          </Link>{' '}
          <small>
            <Who id={channelId} />
          </small>
        </>
      ),
    },
    {
      id: 'found',
      head: t('found'),
      phone: 'when',
      cell: ({ foundAt }) => <Moment at={foundAt} shows="short" />,
    },
    {
      id: 'amount',
      head: t('difference'),
      isNum: true,
      phone: 'much',
      cell: ({ kind, amount }) => (
        <Amount dinars={kind === 'short' ? -amount : amount} currency={false} />
      ),
    },
    {
      id: 'status',
      head: m('status'),
      phone: 'state',
      cell: (variance) =>
        variance.status === 'open' ? (
          <Decide variance={variance} />
        ) : (
          <>
            <State of="variance" status="decided" />{' '}
            <small>
              {variance.decidedBy === 'tolerance'
                ? t('tolerated')
                : t(variance.outcome ?? 'over_short')}
            </small>
          </>
        ),
    },
  ]
}
