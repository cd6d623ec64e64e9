import type { FeeVersion } from '@wasl/protocol'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { useLanguage } from '../../texts/language.ts'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList, type List } from '../../lists/use-list.ts'
import { Day } from '../money/day.tsx'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { FeeSteps } from './decide.tsx'
import { FEES } from './texts.ts'

const keyOf = ({ feeVersionId }: FeeVersion): string => feeVersionId

/** The fees of one partner: every version, the newest first. */
export const FeeVersions = ({ partnerId }: { partnerId: string }) => {
  const t = useTexts(FEES)
  const route = 'GET /operator/v1/partners/{partnerId}/fees'
  const list = useList(route, { params: { partnerId } }, { keyOf })
  return <Versions list={list} caption={t('title')} none={t('none')} />
}

/** The commissions of one channel: every version, the newest first. */
export const CommissionVersions = ({ channelId }: { channelId: string }) => {
  const t = useTexts(FEES)
  const route = 'GET /operator/v1/channels/{channelId}/commissions'
  const list = useList(route, { params: { channelId } }, { keyOf })
  return <Versions list={list} caption={t('commissions')} none={t('noCommission')} />
}

type VersionsProps = { list: List<FeeVersion>; caption: string; none: string }

const Versions = ({ list, caption, none }: VersionsProps) => (
  <DataTable
    caption={caption}
    list={list}
    columns={useColumns()}
    keyOf={keyOf}
    empty={<Empty why={none} />}
  />
)

/** Basis points as a percentage: 150 is 1.5. */
const percentOf = (basisPoints: number, language: string): string =>
  (basisPoints / 100).toLocaleString(language === 'en' ? 'en' : 'fr', { maximumFractionDigits: 2 })

const Terms = ({ version }: { version: FeeVersion }) => {
  const t = useTexts(FEES)
  const { language } = useLanguage()
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
      phone: 'who',
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
      phone: 'what',
      cell: (version) => (
        <>
          <Terms version={version} /> <small>· {t(version.onRefund)}</small>
        </>
      ),
    },
    {
      id: 'made',
      head: m('madeBy'),
      width: '10rem',
      cell: ({ madeBy, approvedBy, declinedBy }) => (
        <>
          <OutsideText>{madeBy}</OutsideText> <Decided by={approvedBy ?? declinedBy} />
        </>
      ),
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

const Decided = ({ by }: { by: string | null }) => {
  const t = useTexts(FEES)
  if (by === null) return null
  return <small>{t.rich('decidedBy', { name: <OutsideText>{by}</OutsideText> })}</small>
}
