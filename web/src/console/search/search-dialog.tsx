import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useIntl } from 'react-intl'
import { on } from '../../api/call.ts'
import { Amount } from '../../shared/amount.tsx'
import { momentText } from '../../shared/moment.tsx'
import { PAYMENT_STATE } from '../../shared/payment-state.texts.ts'
import { Failed } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { hitGroups, type Hit, type HitGroup, type SearchAnswer } from './hits.tsx'
import { SEARCH } from './search.texts.ts'

/** After the last key, so that not every letter is a request. */
const PAUSE_MS = 150

const LENGTH_MAX = 2_000

const useSearch = (typed: string) => {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return useQuery({
    queryKey: ['search', q],
    queryFn: async ({ signal }) => on('GET /operator/v1/search')({ query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}

/** One box over everything: what a caller says, results by kind, the keyboard alone is enough. */
export const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTexts(SEARCH)
  const state = useTexts(PAYMENT_STATE)
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { data, error, refetch } = useSearch(typed)
  const groups = useMemo(
    () => (data === undefined ? [] : hitGroups({ t, state }, data)),
    [data, t('title')],
  )
  const hits = groups.flatMap((group) => group.hits)
  const at = Math.min(chosen, hits.length - 1)
  const open = (hit: Hit | undefined): void => {
    if (hit === undefined) return
    onClose()
    void navigate({ to: hit.to })
  }
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      setChosen((at + step + hits.length) % hits.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(hits[at])
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
        typed={typed}
        at={hits.length > 0 ? at : null}
        onKey={onKey}
        onType={(text) => {
          setTyped(text)
          setChosen(0)
        }}
      />
      {typed.trim() === '' && <p className="search-said">{t('hint')}</p>}
      {error !== null && <Failed error={error} onAgain={() => void refetch()} />}
      {data !== undefined && typed.trim() !== '' && <Said answer={data} />}
      <div id={`${id}-hits`} role="listbox" aria-label={t('results')} className="results">
        {typed.trim() !== '' && <Groups id={id} groups={groups} at={at} onOpen={open} />}
      </div>
    </Modal>
  )
}

type SearchFieldProps = {
  id: string
  typed: string
  /** The place of the chosen result; null without results. */
  at: number | null
  onKey: (event: KeyboardEvent) => void
  onType: (text: string) => void
}

const SearchField = ({ id, typed, at, onKey, onType }: SearchFieldProps) => {
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
        dir="auto"
        maxLength={LENGTH_MAX}
        placeholder={t('find')}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKey}
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
  return groups.map(({ kind, hits, hasMore }) => (
    <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
      <p className="search-kind" id={`${id}-${kind}`}>
        {t(kind)}
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
const Said = ({ answer }: { answer: SearchAnswer }) => {
  const t = useTexts(SEARCH)
  const intl = useIntl()
  const { groups, isComplete, understood } = answer
  const { amountFrom, amountTo, since } = understood
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
      {groups.length === 0 && <p className="search-said">{t('none')}</p>}
      {!isComplete && <p className="search-said">{t('partial')}</p>}
    </div>
  )
}
