import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useIntl } from 'react-intl'
import { Amount } from '../../money/amount.tsx'
import { momentText } from '../../time/moment.tsx'
import { Failed } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { Filters } from '../search-params.ts'
import { isPhone } from './is-phone.ts'
import type { Hit, HitGroup } from './hit.ts'
import { SEARCH } from './search.texts.ts'
import { useEnter, useSearch, type Understood } from './use-search.ts'

/** What the frame gives to the dialog of an application. */
export type SearchProps = { typed: string; onType: (typed: string) => void; onClose: () => void }

type DialogProps<Answer> = SearchProps & {
  finds: string
  hint: string
  ask: (q: string, signal: AbortSignal) => Promise<Answer>
  /** The results of an answer, the best first. */
  groupsOf: (answer: Answer) => readonly HitGroup[]
  /** The list that has all that was found; null where there is none. */
  listOf?: (answer: Answer) => { to: string; search: Filters } | null
}

/** One box over everything: what a caller says, results by kind, the keyboard alone is enough. */
export const SearchDialog = <Answer extends Understood>({
  typed,
  onType,
  onClose,
  finds,
  hint,
  ask,
  groupsOf,
  listOf,
}: DialogProps<Answer>) => {
  const t = useTexts(SEARCH)
  const navigate = useNavigate()
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const { data, error, refetch, isOfWhole } = useSearch(typed, ask)
  const groups = useMemo(() => (data === undefined ? [] : groupsOf(data)), [data, t('title')])
  const list = data === undefined ? null : (listOf?.(data) ?? null)
  const hits = groups.flatMap((group) => group.hits)
  const at = Math.min(chosen, hits.length - 1)
  const open = (hit: Hit | undefined): void => {
    if (hit === undefined) return
    onClose()
    void navigate({ to: hit.to })
  }
  const enter = useEnter(isOfWhole, () => open(hits[at]))
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      setChosen((at + step + hits.length) % hits.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // What somebody has chosen is what they see.
      if (chosen > 0) open(hits[at])
      else enter.press()
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      withCloseButton={false}
      title={t('title')}
      transitionProps={{ duration: 0 }}
    >
      <SearchField
        id={id}
        finds={finds}
        typed={typed}
        at={hits.length > 0 ? at : null}
        onKey={onKey}
        onType={(text) => {
          onType(text)
          setChosen(0)
          enter.forget()
        }}
      />
      {typed.trim() === '' && <p className="search-said">{hint}</p>}
      {error !== null && <Failed error={error} onAgain={() => void refetch()} />}
      {data !== undefined && typed.trim() !== '' && <Said answer={data} />}
      <div id={`${id}-hits`} role="listbox" aria-label={t('results')} className="results">
        {typed.trim() !== '' && <Groups id={id} groups={groups} at={at} onOpen={open} />}
      </div>
      {typed.trim() !== '' && isOfWhole && hits.length > 0 && list !== null && (
        <AllFound list={list} onClose={onClose} />
      )}
    </Modal>
  )
}

type AllFoundProps = { list: { to: string; search: Filters }; onClose: () => void }

const AllFound = ({ list, onClose }: AllFoundProps) => {
  const t = useTexts(SEARCH)
  return (
    <p className="search-said">
      <Link {...list} onClick={onClose}>
        {t('all')}
      </Link>
    </p>
  )
}

type SearchFieldProps = {
  id: string
  finds: string
  typed: string
  /** The place of the chosen result; null without results. */
  at: number | null
  onKey: (event: KeyboardEvent) => void
  onType: (text: string) => void
}

const SearchField = ({ id, finds, typed, at, onKey, onType }: SearchFieldProps) => {
  const t = useTexts(SEARCH)
  return (
    <div className="field search-field">
      <IconSearch aria-hidden />
      <input
        data-autofocus
        role="combobox"
        aria-label={t('title')}
        aria-expanded={at !== null}
        aria-controls={`${id}-hits`}
        aria-activedescendant={at === null ? undefined : `${id}-${at}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        // Empty, it has the direction of the page, and so has its hint.
        {...(typed !== '' && { dir: 'auto' })}
        maxLength={2_000}
        placeholder={finds}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKey}
        // What was typed before the field came is in front of what follows.
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
      />
      <kbd>Esc</kbd>
    </div>
  )
}

type GroupsProps = {
  id: string
  groups: readonly HitGroup[]
  at: number
  onOpen: (hit: Hit) => void
}

const Groups = ({ id, groups, at, onOpen }: GroupsProps) => {
  const t = useTexts(SEARCH)
  let place = -1
  return groups.map(({ kind, title, hits, hasMore }) => (
    <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
      <p className="search-kind" id={`${id}-${kind}`}>
        {title}
      </p>
      {hits.map((hit) => {
        place += 1
        return (
          <div
            key={hit.key}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            className="search-hit"
            ref={place === at ? intoView : undefined}
            onClick={() => onOpen(hit)}
          >
            <span>
              {hit.title}
              <small>{hit.more}</small>
            </span>
            {typeof hit.amount === 'number' && <Amount dinars={hit.amount} />}
          </div>
        )
      })}
      {hasMore && <p className="search-said">{t('more')}</p>}
    </div>
  ))
}

const intoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

/** What the platform understood, so that a wrong hit explains itself. */
const Said = ({ answer }: { answer: Understood }) => {
  const t = useTexts(SEARCH)
  const intl = useIntl()
  const { groups, isComplete, understood } = answer
  const { text, amountFrom, amountTo, since } = understood
  return (
    <div role="status">
      {amountFrom !== null && since !== null && (
        <p className="search-said">
          {t.rich('understood', {
            amount: (
              <b>
                <Amount dinars={amountFrom} decimals="auto" />
                {amountTo !== null && amountTo !== amountFrom && (
                  <>
                    {' – '}
                    <Amount dinars={amountTo} decimals="auto" />
                  </>
                )}
              </b>
            ),
            day: momentText(intl, since, 'day'),
          })}
        </p>
      )}
      {groups.length === 0 && (
        <p className="search-said">
          {t('none')} {t(isPhone(text) ? 'noPhone' : 'noPayer')}
        </p>
      )}
      {!isComplete && <p className="search-said">{t('partial')}</p>}
    </div>
  )
}
