import { shownSum } from '@wasl/protocol/shown-money'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../shared/amount.tsx'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { useLanguage } from '../../shared/language.ts'
import { OutsideText } from '../../shared/outside-text.tsx'
import { Empty } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useList } from '../../shared/use-list.ts'
import { usePartner } from './partner.ts'
import { PARTNERS } from './partners.texts.ts'

type Row = AnswerOf<'GET /operator/v1/partners/{partnerId}/fees'>['items'][number]

const keyOf = ({ feeVersionId }: Row): string => feeVersionId

/** The versions of this partner’s fees, newest first. Finance changes them under “Fees”. */
export const PartnerFees = () => {
  const t = useTexts(PARTNERS)
  const { partnerId } = usePartner()
  const route = 'GET /operator/v1/partners/{partnerId}/fees'
  const list = useList(route, { params: { partnerId } }, { keyOf })
  return (
    <DataTable
      caption={t('fees')}
      list={list}
      columns={useColumns()}
      keyOf={keyOf}
      empty={<Empty why={t('noFees')} />}
    />
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const t = useTexts(PARTNERS)
  const { language } = useLanguage()
  const rate = (basisPoints: number) => (
    <bdi className="n">{shownSum(basisPoints / 100, language)}</bdi>
  )
  return [
    {
      id: 'from',
      head: t('from'),
      width: '9rem',
      phone: 'what',
      cell: ({ from }) => <bdi>{from}</bdi>,
    },
    {
      id: 'kind',
      head: t('channelKind'),
      phone: 'who',
      cell: ({ channelKind }) => <bdi className="code">{channelKind}</bdi>,
    },
    { id: 'status', head: t('status'), phone: 'state', cell: ({ status }) => status },
    {
      id: 'rate',
      head: t('rate'),
      width: '6rem',
      isNum: true,
      phone: 'much',
      cell: ({ basisPoints }) => rate(basisPoints),
    },
    {
      id: 'fixed',
      head: t('fixed'),
      width: '7rem',
      isNum: true,
      cell: ({ fixed }) => <Amount dinars={fixed} currency={false} />,
    },
    {
      id: 'vat',
      head: t('vat'),
      width: '6rem',
      isNum: true,
      cell: ({ vatBasisPoints }) => rate(vatBasisPoints),
    },
    {
      id: 'by',
      head: t('madeBy'),
      phone: 'when',
      cell: ({ madeBy }) => <OutsideText>{madeBy}</OutsideText>,
    },
  ]
}
