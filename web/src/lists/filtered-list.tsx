/** A page that is one list: its filters, its table, and what it says when nothing is there. */
import type { ReactNode } from 'react'
import { Amount } from '../money/amount.tsx'
import type { CallInput } from '../api/contract.ts'
import { ChosenBar, useChoosing } from './choose-rows.tsx'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'
import { FilterBar, type Filter } from './filter-bar.tsx'
import { Page, Tabs } from '../components/page.tsx'
import { PARTS } from '../texts/parts.texts.ts'
import { useSelection, type Selection } from './selection.ts'
import { useFilters, type Filters } from './search-params.ts'
import { Empty } from '../components/states.tsx'
import { useTexts } from '../texts/texts.ts'
import { ListExport, type ListExportProps, type ListExportRoute } from './list-export.tsx'
import type { ListRoute, RowOf } from './list-query.ts'
import { useList } from './use-list.ts'

/** A list whose query is all that filters it. */
type PlainListRoute = {
  [R in ListRoute]: { query?: object } extends CallInput<R> ? R : never
}[ListRoute]

export type FilteredListProps<R extends PlainListRoute> = {
  title: string
  permission: string
  /** The pages that belong together, this one among them. */
  tabs?: readonly { to: string; label: string }[]
  actions?: ReactNode
  /** What stands between the title and the filters. */
  notice?: ReactNode
  /** Each has the name that the operation gives it. */
  filters: readonly Filter[]
  /** What the filters ask for, where that is not what was typed. */
  asked?: (values: Filters) => Filters
  route: R
  keyOf: (row: RowOf<R>) => string
  columns: readonly Column<RowOf<R>>[]
  /** What it says while there is no row. */
  none: string
  /** What the table is called, when that is not the title. */
  caption?: string
  /** Where rows can be chosen: their names, what they come to, and what can be done with them. */
  choose?: {
    nameOf: (row: RowOf<R>) => string
    sumOf?: (row: RowOf<R>) => number
    acts: (chosen: Selection<RowOf<R>>) => ReactNode
  }
  /** What a row comes to, where the rows are added up under the table. */
  totalOf?: (row: RowOf<R>) => number
  /** Where all its rows can be saved as a workbook. */
  exports?: { route: ListExportRoute; name: string }
  /** The sums under the rows. */
  foot?: ReactNode
}

/**
 * @example
 * <FilteredList title={t('title')} permission="cash.view" filters={[byStatus]} route="GET /operator/v1/shifts"
 *   keyOf={({ shiftId }) => shiftId} columns={columns} none={t('none')} />
 */
export const FilteredList = <R extends PlainListRoute>(props: FilteredListProps<R>) => {
  const { title, permission, tabs, actions, notice, filters, route, keyOf, columns, none } = props
  const { filters: values, set, clear } = useFilters()
  const query = props.asked?.(values) ?? values
  const list = useList(route, { query }, { keyOf })
  const chosen = useSelection(list.rows, keyOf)
  const choosing = useChoosing(chosen, list.rows, props.choose?.nameOf ?? keyOf)
  const { choose, exports } = props
  const acts = exports === undefined ? actions : withExport(actions, { ...exports, query })
  return (
    <Page title={title} permission={permission} {...(acts !== undefined && { actions: acts })}>
      {tabs !== undefined && <Tabs tabs={tabs} />}
      {notice}
      <FilterBar filters={filters} values={values} onChange={set} onClear={clear} />
      {choose !== undefined && (
        <ChosenBar chosen={chosen} sumOf={choose.sumOf}>
          {choose.acts(chosen)}
        </ChosenBar>
      )}
      <DataTable
        caption={props.caption ?? title}
        list={list}
        columns={choose === undefined ? columns : [choosing, ...columns]}
        foot={
          props.totalOf === undefined ? (
            props.foot
          ) : (
            <Total
              dinars={list.rows.map(props.totalOf)}
              isWhole={list.more === null && !list.isLoadingMore}
            />
          )
        }
        keyOf={keyOf}
        empty={<Empty why={none} />}
      />
    </Page>
  )
}

const withExport = (actions: ReactNode, exports: ListExportProps): ReactNode => (
  <>
    <ListExport {...exports} />
    {actions}
  </>
)

/** How many rows there are, and what they come to; nothing until all of them are here. */
const Total = ({ dinars, isWhole }: { dinars: readonly number[]; isWhole: boolean }) => {
  const t = useTexts(PARTS)
  if (!isWhole || dinars.length === 0) return null
  const centimes = dinars.reduce((sum, one) => sum + Math.round(one * 100), 0)
  const sum = <Amount dinars={centimes / 100} />
  return <div className="sums">{t.rich('total', { count: dinars.length, sum })}</div>
}

/** A filter that is chosen from a list, after “All”. */
export const useChoice = (): ((
  name: string,
  label: string,
  options: readonly { value: string; label: string }[],
) => Filter) => {
  const t = useTexts(PARTS)
  const all = { value: '', label: t('all') }
  return (name, label, options) => ({ name, label, kind: 'choice', options: [all, ...options] })
}
