import type { BankMapping } from '@wasl/protocol'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { MONEY } from '../money/money.texts.ts'
import { useReconTabs } from './list.tsx'
import { MappingDialog } from './mapping-dialog.tsx'
import { MAPPINGS } from './mapping.texts.ts'

const keyOf = ({ name }: BankMapping): string => name

/** How the export of each bank account is read. */
export const MappingsPage = () => {
  const t = useTexts(MAPPINGS)
  const [edited, setEdited] = useState<BankMapping | 'new' | null>(null)
  return (
    <>
      <FilteredList
        title={t('title')}
        permission="statements.view"
        actions={
          <ActionButton permission="recon.resolve" look="main" onClick={() => setEdited('new')}>
            {t('create')}
          </ActionButton>
        }
        tabs={useReconTabs()}
        filters={[]}
        route="GET /operator/v1/bank-mappings"
        keyOf={keyOf}
        columns={useColumns(setEdited)}
        none={t('none')}
      />
      {edited !== null && (
        <MappingDialog mapping={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

const useColumns = (onEdit: (mapping: BankMapping) => void): readonly Column<BankMapping>[] => {
  const t = useTexts(MAPPINGS)
  const m = useTexts(MONEY)
  const me = useMe()
  return [
    {
      id: 'name',
      head: t('name'),
      phone: 'what',
      width: '12rem',
      cell: (mapping) =>
        me.may('recon.resolve') ? (
          <button type="button" className="linkish ref" onClick={() => onEdit(mapping)}>
            <bdi>{mapping.name}</bdi>
          </button>
        ) : (
          <bdi className="ref">{mapping.name}</bdi>
        ),
    },
    {
      id: 'account',
      head: t('account'),
      phone: 'much',
      width: '8rem',
      cell: ({ mapping }) => t(mapping.account),
    },
    { id: 'reads', head: t('reads'), phone: 'who', cell: ({ mapping }) => <Reads of={mapping} /> },
    {
      id: 'revision',
      head: t('revision'),
      phone: 'when',
      width: '7rem',
      cell: ({ revision }) => t('nth', { revision }),
    },
    {
      id: 'set',
      head: t('set'),
      width: '13rem',
      cell: ({ setAt, setBy }) => (
        <>
          <Moment at={setAt} shows="short" />{' '}
          <small>{m.rich('madeByWhom', { name: <OutsideText>{setBy}</OutsideText> })}</small>
        </>
      ),
    },
  ]
}

/** The columns of the file, in one line. */
const Reads = ({ of }: { of: BankMapping['mapping'] }) => {
  if (of.format === 'mt940' || of.format === 'camt.053')
    return <bdi className="ref">{of.format}</bdi>
  const { columns, amounts, dateFormat } = of
  const read = [columns.bookedOn, ...columns.description, columns.reference]
  const money = amounts.form === 'two-columns' ? [amounts.out, amounts.in] : [amounts.column]
  const titles = [...read, ...money].filter((column) => column !== undefined)
  return (
    <>
      <OutsideText>{titles.join(' · ')}</OutsideText> <small dir="ltr">{dateFormat}</small>
    </>
  )
}
