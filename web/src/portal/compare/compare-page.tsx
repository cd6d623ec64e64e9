import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { BOOK_ADVICE } from '../../../../partner-kit/src/books/advice.ts'
import { on } from '../../api/call.ts'
import { Amount } from '../../shared/amount.tsx'
import { useLanguage } from '../../shared/language.ts'
import { localDay } from '../../shared/moment.tsx'
import { Reference } from '../../shared/outside-text.tsx'
import { Card, Page } from '../../shared/page.tsx'
import { Failed } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { compareBooks, type Comparison, type Entry as BookEntry } from './compare-books.ts'
import { readBook, Unreadable, type BookLine } from './read-book.ts'
import { COMPARE } from './texts.ts'

type State =
  | { is: 'asked' }
  | { is: 'running'; count: number }
  | { is: 'done'; comparison: Comparison }
  | { is: 'failed'; error: unknown }

type Period = { from: string; to: string }

const monthUntilToday = (): Period => {
  const to = localDay(new Date().toISOString())
  return { from: `${to.slice(0, 8)}01`, to }
}

/** The platform's payments of a period, page by page. */
const platformBook = async (
  { from, to }: Period,
  onCount: (count: number) => void,
): Promise<BookLine[]> => {
  const lines: BookLine[] = []
  let cursor: string | undefined
  do {
    const query = { from, to, limit: '500', ...(cursor !== undefined && { cursor }) }
    const page = await on('GET /partner/payments/v1')({ query })
    for (const { reference, amount, stage, refundedAmount } of page.items) {
      const isPaid = stage === 'paid' || stage === 'refunded'
      const state =
        stage === 'refunded' ? ('refunded' as const) : isPaid ? ('paid' as const) : 'open'
      lines.push({ reference, amount, state, ...(isPaid && { refundedAmount }) })
    }
    onCount(lines.length)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return lines
}

/** Own book against the platform's: every difference is named, with what to do about it. */
export const ComparePage = () => {
  const t = useTexts(COMPARE)
  const [period, setPeriod] = useState(monthUntilToday)
  const [state, setState] = useState<State>({ is: 'asked' })
  const compare = async (file: File): Promise<void> => {
    try {
      setState({ is: 'running', count: 0 })
      const here = readBook(await file.text())
      const there = await platformBook(period, (count) => setState({ is: 'running', count }))
      setState({ is: 'done', comparison: compareBooks(here, there) })
    } catch (error) {
      setState({ is: 'failed', error })
    }
  }
  return (
    <Page title={t('title')} permission="export">
      <p className="lead">{t('lead')}</p>
      <div className="filters">
        {(['from', 'to'] as const).map((name) => (
          <label key={name} className="field">
            <span>{t(name)}</span>
            <input
              type="date"
              value={period[name]}
              onChange={({ target }) => setPeriod({ ...period, [name]: target.value })}
            />
          </label>
        ))}
      </div>
      <div className="stack">
        <Drop onFile={(file) => void compare(file)} />
        <div aria-live="polite" className="stack">
          {state.is === 'running' && <p>{t('running', { count: state.count })}</p>}
          {state.is === 'failed' && <Problem error={state.error} />}
          {state.is === 'done' && <Result comparison={state.comparison} />}
        </div>
      </div>
    </Page>
  )
}

const Problem = ({ error }: { error: unknown }) => {
  const t = useTexts(COMPARE)
  if (!(error instanceof Unreadable)) return <Failed error={error} />
  return (
    <p className="notice stop" role="alert">
      <bdi>{t(error.why, error.values)}</bdi>
    </p>
  )
}

const Drop = ({ onFile }: { onFile: (file: File) => void }) => {
  const t = useTexts(COMPARE)
  const [isOver, setOver] = useState(false)
  return (
    <label
      className={isOver ? 'card drop over' : 'card drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file !== undefined) onFile(file)
      }}
    >
      <IconFileSpreadsheet aria-hidden />
      <span className="strong">{t('drop')}</span>
      <span className="soft sm">{t('columns')}</span>
      <input
        className="hide"
        type="file"
        accept=".csv,text/csv"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onFile(file)
          // The same file may be chosen again once it is corrected.
          target.value = ''
        }}
      />
    </label>
  )
}

const Result = ({ comparison: { agreeing, differences, totals } }: { comparison: Comparison }) => {
  const t = useTexts(COMPARE)
  const { language } = useLanguage()
  return (
    <Card title={t('title')}>
      <dl className="tally">
        <div>
          <dt>{t('agreeing')}</dt>
          <dd>{agreeing}</dd>
        </div>
        <div>
          <dt>{t('differing')}</dt>
          <dd>{differences.length}</dd>
        </div>
        <div>
          <dt>{t('mine')}</dt>
          <dd>
            <Amount dinars={totals.here} />
          </dd>
        </div>
        <div>
          <dt>{t('theirs')}</dt>
          <dd>
            <Amount dinars={totals.there} />
          </dd>
        </div>
      </dl>
      {differences.length === 0 && <p className="notice done">{t('all')}</p>}
      <ul className="files">
        {differences.map((one) => (
          <li key={one.reference}>
            <div>
              <Reference>{one.reference}</Reference>
              <p>{BOOK_ADVICE[one.difference][language]}</p>
              <p className="soft sm">
                {t('mine')}: <Entry entry={one.here} /> · {t('theirs')}: <Entry entry={one.there} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Entry = ({ entry }: { entry: BookEntry | null }) => {
  const t = useTexts(COMPARE)
  if (entry === null) return <>{t('nothing')}</>
  return (
    <>
      {t(entry.state)}
      {entry.amount !== 0 && (
        <>
          {' '}
          <Amount dinars={entry.amount} />
        </>
      )}
    </>
  )
}
