import { useState } from 'react'
import { PARTS } from '../texts/parts.texts.ts'
import { useTexts } from '../texts/texts.ts'

/** As many rows as a browser lays out at once without a pause. */
const ROWS_OF_PAGE = 500

export type PagesOf<Row> = {
  rows: readonly Row[]
  page: number
  pages: number
  turn: (to: number) => void
}

/** Rows that are here whole, shown a page at a time. */
export const usePagesOf = <Row,>(all: readonly Row[]): PagesOf<Row> => {
  const [page, turn] = useState(0)
  const pages = Math.max(1, Math.ceil(all.length / ROWS_OF_PAGE))
  const rows = all.slice(page * ROWS_OF_PAGE, (page + 1) * ROWS_OF_PAGE)
  return { rows, page, pages, turn }
}

/** Nothing while everything is on one page. */
export const TurnPages = ({ page, pages, turn }: Omit<PagesOf<unknown>, 'rows'>) => {
  const t = useTexts(PARTS)
  if (pages === 1) return null
  return (
    <nav className="do body" aria-label={t('pages')}>
      <button type="button" className="btn" disabled={page === 0} onClick={() => turn(page - 1)}>
        {t('pageBefore')}
      </button>
      <span role="status">{t('pageOf', { page: page + 1, pages })}</span>
      <button
        type="button"
        className="btn"
        disabled={page === pages - 1}
        onClick={() => turn(page + 1)}
      >
        {t('pageAfter')}
      </button>
    </nav>
  )
}
