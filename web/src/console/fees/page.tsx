import type { FeeVersion } from '@wasl/protocol'
import { Amount } from '../../shared/amount.tsx'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { FilterBar } from '../../shared/filter-bar.tsx'
import { Page } from '../../shared/page.tsx'
import { useFilters } from '../../shared/search-params.ts'
import { Empty } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useList } from '../../shared/use-list.ts'
import { Day } from '../money/day.tsx'
import { MONEY } from '../money/money.texts.ts'
import { usePartners } from '../money/partners.ts'
import { State } from '../money/state.tsx'
import { FeeSteps } from './decide.tsx'
import { ProposeFee } from './propose.tsx'
import { FEES } from './texts.ts'

const keyOf = ({ feeVersionId }: FeeVersion): string => feeVersionId

/** The fees of one partner: every version, the newest first. */
export const FeesPage = () => {
  const t = useTexts(FEES)
  const m = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const partners = usePartners()
  const partnerId = filters['partnerId'] ?? partners[0]?.value
  return (
    <Page
      title={t('title')}
      permission="statements.view"
      actions={partnerId !== undefined && <ProposeFee partnerId={partnerId} />}
    >
      <FilterBar
        filters={[{ name: 'partnerId', label: m('partner'), kind: 'choice', options: partners }]}
        values={{ partnerId: partnerId ?? '' }}
        onChange={set}
        onClear={clear}
      />
      {partnerId === undefined ? (
        <Empty why={t('noPartner')} />
      ) : (
        <Versions partnerId={partnerId} />
      )}
    </Page>
  )
}

const Versions = ({ partnerId }: { partnerId: string }) => {
  const t = useTexts(FEES)
  const list = useList(
    'GET /operator/v1/partners/{partnerId}/fees',
    { params: { partnerId } },
    { keyOf },
  )
  return (
    <DataTable
      caption={t('title')}
      list={list}
      columns={useColumns()}
      keyOf={keyOf}
      empty={<Empty why={t('none')} />}
    />
  )
}

/** Basis points as a percentage: 150 is 1.5. */
const percentOf = (basisPoints: number, language: string): string =>
  (basisPoints / 100).toLocaleString(language === 'en' ? 'en' : 'fr', { maximumFractionDigits: 2 })

export const Terms = ({ version }: { version: FeeVersion }) => {
  const t = useTexts(FEES)
  const language = document.documentElement.lang
  const { basisPoints, fixed, minimum, maximum, vatBasisPoints } = version
  return (
    <>
      <bdi dir="ltr">{t('rate', { percent: percentOf(basisPoints, language) })}</bdi>
      {fixed > 0 && <> {t.rich('fixed', { amount: <Amount dinars={fixed} decimals="auto" /> })}</>}
      {minimum > 0 && (
        <> · {t.rich('minimum', { amount: <Amount dinars={minimum} decimals="auto" /> })}</>
      )}
      {maximum !== null && (
        <> · {t.rich('maximum', { amount: <Amount dinars={maximum} decimals="auto" /> })}</>
      )}
      {' · '}
      <span className="soft">{t('vat', { percent: percentOf(vatBasisPoints, language) })}</span>
    </>
  )
}

const useColumns = (): readonly Column<FeeVersion>[] => {
  const t = useTexts(FEES)
  const m = useTexts(MONEY)
  return [
    {
      id: 'kind',
      head: t('kind'),
      phone: 'what',
      width: '9rem',
      cell: ({ channelKind }) => t(channelKind),
    },
    {
      id: 'from',
      head: t('from'),
      phone: 'when',
      width: '8rem',
      cell: ({ from }) => <Day date={from} shows="short" />,
    },
    {
      id: 'terms',
      head: t('terms'),
      phone: 'more',
      cell: (version) => (
        <>
          <Terms version={version} /> <small>{t(version.onRefund)}</small>
        </>
      ),
    },
    {
      id: 'made',
      head: m('madeBy'),
      width: '10rem',
      cell: ({ madeBy }) => <bdi>{madeBy}</bdi>,
    },
    {
      id: 'state',
      head: t('state'),
      phone: 'much',
      width: '17rem',
      cell: (version) =>
        version.status === 'proposed' ? (
          <FeeSteps version={version} />
        ) : (
          <State of="proposal" status={version.status} />
        ),
    },
  ]
}
