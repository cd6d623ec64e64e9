import './choose-rows.css'
import type { ReactNode } from 'react'
import { Amount } from '../money/amount.tsx'
import type { Column } from './column.ts'
import type { Selection } from './selection.ts'
import { SELECTION } from './selection.texts.ts'
import { useTexts } from '../texts/texts.ts'

/** The first column of a table whose rows can be chosen. */
export const useChoosing = <Row,>(
  chosen: Selection<Row>,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Column<Row> => {
  const t = useTexts(SELECTION)
  const isAll = rows.length > 0 && chosen.rows.length === rows.length
  return {
    id: 'choose',
    head: t('chooseAll'),
    headCell: (
      <input
        type="checkbox"
        className="choose"
        aria-label={t('chooseAll')}
        checked={isAll}
        onChange={() => chosen.toggleAll(rows)}
      />
    ),
    width: '2.75rem',
    cell: (row) => (
      <input
        type="checkbox"
        className="choose"
        aria-label={t('choose', { name: nameOf(row) })}
        checked={chosen.has(row)}
        onChange={() => chosen.toggle(row)}
      />
    ),
  }
}

type ChosenBarProps<Row> = {
  chosen: Selection<Row>
  /** Dinars of a row: the bar says what the chosen ones come to. */
  sumOf?: ((row: Row) => number) | undefined
  children: ReactNode
}

/** How many rows are chosen, what they come to, and what can be done with them. */
export const ChosenBar = <Row,>({ chosen, sumOf, children }: ChosenBarProps<Row>) => {
  const t = useTexts(SELECTION)
  const { rows } = chosen
  const centimes = rows.reduce((sum, row) => sum + Math.round((sumOf?.(row) ?? 0) * 100), 0)
  return (
    <div className="chosen-bar" role="group" aria-label={t('chosen', { count: rows.length })}>
      <p role="status">
        {t('chosen', { count: rows.length })}
        {sumOf !== undefined && rows.length > 0 && (
          <>
            {' · '}
            <Amount dinars={centimes / 100} />
          </>
        )}
      </p>
      {children}
    </div>
  )
}
