import './data-table.css'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { ApiFailure } from '../api/failure.ts'
import type { Column } from './column.ts'
import { PARTS } from '../texts/parts.texts.ts'
import { SortHead, sorted, type Sorting } from './sort-head.tsx'
import { BoneRows, StaleNotice } from './list-states.tsx'
import { Failed, Refused } from '../components/states.tsx'
import { tableItems, type TableGroup } from './table-items.ts'
import { useTexts } from '../texts/texts.ts'
import type { List } from './use-list.ts'
import { useLive } from '../session/use-live.ts'

export type DataTableProps<Row> = {
  /** What the rows are, for those who cannot see them. */
  caption: string
  list: List<Row>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** The group of a row, such as its day. Rows of one group stand together. */
  groupOf?: (row: Row) => TableGroup
  /** Shown when there are no rows: why, and the step that helps. */
  empty: ReactNode
  /** The sums, or what else stands under the rows. */
  foot?: ReactNode
  /** Narrower than this the table scrolls sideways, except on a phone. */
  minWidth?: string
}

/** A dense list: only what is visible is drawn, and kept up to date. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { list, empty, foot, caption, columns } = props
  const t = useTexts(PARTS)
  if (list.rows.length > 0) {
    return (
      <>
        {(list.error !== null || list.isStale) && <StaleNotice readAt={list.readAt} />}
        <section className="card edge-to-edge" aria-label={caption}>
          <Rows {...props} />
          {list.more !== null && (
            <div className="rows-more">
              <button type="button" className="btn plain" onClick={list.more}>
                {t('more')}
              </button>
            </div>
          )}
          {foot}
        </section>
      </>
    )
  }
  const { error } = list
  if (error instanceof ApiFailure && typeof error.body['permission'] === 'string') {
    return <Refused permission={error.body['permission']} />
  }
  if (error !== null) return <Failed error={error} onAgain={list.again} />
  if (list.isLoading) return <BoneRows columns={columns.length} label={t('loading')} />
  return <>{empty}</>
}

/** Rows drawn beyond the edges, so that scrolling shows no gaps. */
const OVERSCAN = 8

/** More rows are asked for this many before the end, so that they are there in time. */
const MORE_BEFORE_END = 36

const ROW_PX = 38
const PHONE_ROW_PX = 62
const GROUP_PX = 32

const Rows = <Row,>(props: DataTableProps<Row>) => {
  const { caption, list, columns, keyOf, groupOf, minWidth = '46rem' } = props
  const body = useRef<HTMLTableElement>(null)
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [offset, setOffset] = useState(0)
  const rows = useMemo(() => sorted(list.rows, columns, sorting), [list.rows, columns, sorting])
  const items = useMemo(() => tableItems(rows, groupOf), [rows, groupOf])
  const rowPx = matchMedia('(max-width: 60rem)').matches ? PHONE_ROW_PX : ROW_PX
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.group === undefined ? rowPx : GROUP_PX),
    overscan: OVERSCAN,
    scrollMargin: offset,
  })
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0
    setOffset(top + scrollY)
  }, [])
  const shown = virtual.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  useLive(() =>
    list.refresh(items[first?.index ?? 0]?.place ?? 0, items[last?.index ?? 0]?.place ?? 0),
  )
  const isNearEnd = last !== undefined && last.index >= items.length - MORE_BEFORE_END
  useLayoutEffect(() => {
    if (isNearEnd) list.more?.()
  }, [isNearEnd, list])
  const before = (first?.start ?? offset) - offset
  const after = virtual.getTotalSize() - ((last?.end ?? offset) - offset)
  return (
    <div className="scroll">
      <table
        className="dense"
        ref={body}
        aria-rowcount={list.more === null ? rows.length + 1 : -1}
        style={{ '--min': minWidth } as React.CSSProperties}
      >
        <caption className="hide">{caption}</caption>
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={width === undefined ? {} : { inlineSize: width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <SortHead key={column.id} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={before} columns={columns.length} />
          {shown.map(({ index }) => {
            const item = items[index]
            if (item === undefined) return null
            const key = item.group === undefined ? keyOf(item.row) : `group ${item.group.key}`
            const common = { columns, index, measure: virtual.measureElement }
            return item.group === undefined ? (
              <SteadyRow key={key} {...common} row={item.row} place={item.place} />
            ) : (
              <GroupRow key={key} {...common} label={item.group.label} />
            )
          })}
          <Gap height={after} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

type RowProps<Row> = {
  columns: readonly Column<Row>[]
  index: number
  measure: (element: Element | null) => void
}

const GroupRow = <Row,>({ columns, index, measure, label }: RowProps<Row> & { label: string }) => (
  <tr className="day" data-index={index} ref={measure}>
    <th colSpan={columns.length} scope="rowgroup">
      {label}
    </th>
  </tr>
)

const OneRow = <Row,>(props: RowProps<Row> & { row: Row; place: number }) => {
  const { columns, index, measure, row, place } = props
  return (
    <tr data-index={index} ref={measure} aria-rowindex={place + 2} onClick={openRow}>
      {columns.map(({ id, isNum, phone, cell }) => (
        <td key={id} className={isNum === true ? 'num' : undefined} data-phone={phone}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** A row that is drawn already is not drawn again while the others scroll past it. */
const SteadyRow = memo(OneRow) as typeof OneRow

/** The height of the rows that are not drawn. */
const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height <= 0 ? null : (
    <tr className="gap" aria-hidden style={{ blockSize: height }}>
      <td colSpan={columns} style={{ blockSize: height }} />
    </tr>
  )

/** A click anywhere on a row follows its first link, unless text is being selected. */
const openRow = ({ target, currentTarget }: React.MouseEvent<HTMLTableRowElement>): void => {
  if (!(target instanceof Element) || target.closest('a, button, input, select, summary')) return
  if (String(getSelection()) !== '') return
  currentTarget.querySelector<HTMLAnchorElement>('a.row')?.click()
}
