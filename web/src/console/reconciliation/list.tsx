import type { BankLine } from '@wasl/protocol'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList, useChoice } from '../../lists/filtered-list.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Day } from '../money/day.tsx'
import { useByState } from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { ImportFile } from './import-file.tsx'
import { Match } from './match.tsx'
import { RECON } from './texts.ts'
import { Unmatch } from './unmatch.tsx'

const keyOf = ({ bankLineId }: BankLine): string => bankLineId

export const useReconTabs = () => {
  const t = useTexts(RECON)
  return [
    { to: '/reconciliation', label: t('lines') },
    { to: '/reconciliation/echoes', label: t('echoes') },
    { to: '/reconciliation/mappings', label: t('mappings') },
  ]
}

/** The lines of the bank: what each is, and those that nothing matches yet. */
export const BankLinesPage = () => {
  const t = useTexts(RECON)
  const m = useTexts(MONEY)
  const accounts = (['clients', 'own'] as const).map((value) => ({ value, label: t(value) }))
  return (
    <FilteredList
      title={t('title')}
      permission="statements.view"
      actions={<ImportFile />}
      tabs={useReconTabs()}
      caption={t('lines')}
      filters={[
        useByState('line', ['unmatched', 'matched']),
        useChoice()('account', t('account'), accounts),
        { name: 'from', label: m('from'), kind: 'day' },
        { name: 'to', label: m('to'), kind: 'day' },
      ]}
      route="GET /operator/v1/bank-lines"
      keyOf={keyOf}
      columns={useColumns()}
      none={t('none')}
    />
  )
}

const useColumns = (): readonly Column<BankLine>[] => {
  const t = useTexts(RECON)
  const m = useTexts(MONEY)
  return [
    {
      id: 'booked',
      head: t('booked'),
      width: '7.5rem',
      phone: 'when',
      cell: ({ bookedOn }) => <Day date={bookedOn} shows="short" />,
    },
    {
      id: 'says',
      head: t('says'),
      width: '34%',
      phone: 'what',
      cell: ({ description, reference }) => (
        <>
          <OutsideText>{description}</OutsideText>{' '}
          {reference !== null && <bdi className="ref">{reference}</bdi>}
        </>
      ),
    },
    {
      id: 'account',
      head: t('account'),
      width: '6rem',
      cell: ({ account }) => t(account),
    },
    {
      id: 'amount',
      head: m('amountDinars'),
      isNum: true,
      width: '9rem',
      phone: 'much',
      cell: ({ amount }) => <Amount dinars={amount} currency={false} />,
    },
    {
      id: 'what',
      head: t('what'),
      phone: 'who',
      cell: (line) => <What line={line} />,
    },
  ]
}

/** One person has said it, and another must say it too. */
const Waits = ({ line: { waitsFor } }: { line: BankLine }) => {
  const t = useTexts(RECON)
  if (waitsFor === null) return null
  return (
    <small className="why">
      {t.rich(`waits ${waitsFor.act}`, { name: <bdi>{waitsFor.by}</bdi> })}
    </small>
  )
}

/** What a matched line is, or what an unmatched one may be. */
const What = ({ line }: { line: BankLine }) => {
  const t = useTexts(RECON)
  const { match, status } = line
  if (match === null) {
    return (
      <span className="row-acts">
        <State of="line" status={status} /> <Match line={line} />
        <Waits line={line} />
      </span>
    )
  }
  return (
    <>
      {t(`kind ${match.kind}`)}{' '}
      <small>
        {match.by === 'platform'
          ? t('alone')
          : t.rich('matchedBy', { name: <bdi>{match.by}</bdi> })}
      </small>{' '}
      {status === 'matched' && <Unmatch line={line} />}
      <Waits line={line} />
    </>
  )
}
