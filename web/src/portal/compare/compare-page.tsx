import {
  compareBooks,
  readBook,
  UnreadableBook,
  USUAL_FORMAT,
  type BookComparison,
} from '@wasl/protocol/books'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { DayFilter } from '../../lists/filter-bar.tsx'
import { Page } from '../../components/page.tsx'
import { Failed } from '../../components/states.tsx'
import { useTexts, type Translate } from '../../texts/texts.ts'
import { today } from '../../time/zone.ts'
import { bookText, NotText } from './book-text.ts'
import { platformBook, type Period } from './platform-book.ts'
import { Result } from './result.tsx'
import { COMPARE } from './texts.ts'

type State =
  | { is: 'asked' }
  | { is: 'running'; count: number }
  | { is: 'waiting'; seconds: number }
  | { is: 'done'; comparison: BookComparison }
  | { is: 'failed'; error: unknown }

const monthUntilToday = (): Period => {
  const to = today()
  return { from: `${to.slice(0, 8)}01`, to }
}

/** The browser has the whole text of a file. */
const inOnePiece = async function* (text: string): AsyncGenerator<string> {
  yield text
}

const compared = async (
  file: File,
  period: Period,
  onState: (state: State) => void,
): Promise<BookComparison> => {
  const text = await bookText(file)
  const isWanted = (date: string | null): boolean =>
    date === null || (date >= period.from && date <= period.to)
  return compareBooks({
    here: readBook(inOnePiece(text), USUAL_FORMAT, isWanted),
    there: platformBook(period, {
      onCount: (count) => onState({ is: 'running', count }),
      onWait: (seconds) => onState({ is: 'waiting', seconds }),
    }),
  })
}

/** Own book against the platform's: every difference is named, with what to do about it. */
export const ComparePage = () => {
  const t = useTexts(COMPARE)
  const [period, setPeriod] = useState(monthUntilToday)
  const [state, setState] = useState<State>({ is: 'asked' })
  const isRunning = state.is === 'running' || state.is === 'waiting'
  const compare = async (file: File): Promise<void> => {
    try {
      setState({ is: 'running', count: 0 })
      setState({ is: 'done', comparison: await compared(file, period, setState) })
    } catch (error) {
      setState({ is: 'failed', error })
    }
  }
  return (
    <Page title={t('title')} permission="export">
      <p className="lead">{t('lead')}</p>
      <div className="filters period">
        {(['from', 'to'] as const).map((name) => (
          <DayFilter
            key={name}
            label={t(name)}
            value={period[name]}
            isDisabled={isRunning}
            onChange={(day) => setPeriod({ ...period, [name]: day })}
          />
        ))}
      </div>
      <div className="stack">
        {!isRunning && <Drop onFile={(file) => void compare(file)} />}
        <div aria-live="polite" className="stack">
          {state.is === 'running' && <p>{t('running', { count: state.count })}</p>}
          {state.is === 'waiting' && <p>{t('waiting', { seconds: state.seconds })}</p>}
          {state.is === 'failed' && <Problem error={state.error} />}
          {state.is === 'done' && <Result comparison={state.comparison} />}
        </div>
      </div>
    </Page>
  )
}

const Problem = ({ error }: { error: unknown }) => {
  const t = useTexts(COMPARE)
  const sentence = error instanceof NotText ? t('not_text') : sentenceOf(t, error)
  if (sentence === null) return <Failed error={error} />
  return (
    <p className="notice stop" role="alert">
      <bdi>{sentence}</bdi>
    </p>
  )
}

/** Why the book cannot be read; null for another error. */
const sentenceOf = (t: Translate<typeof COMPARE>, error: unknown): string | null => {
  if (!(error instanceof UnreadableBook)) return null
  const { why, ...rest } = error.problem
  const values = Object.entries(rest).map(([name, value]) => [name, String(value ?? '')])
  return t(why, Object.fromEntries(values) as Record<string, string>)
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
        accept=".csv,.json,.txt,text/csv,application/json"
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
