import './filter-bar.css'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { DayInput } from '../time/day/day-input.tsx'
import { PARTS } from '../texts/parts.texts.ts'
import { PickFilter } from './pick/pick-filter.tsx'
import type { PickKind } from './pick/pick-sources.ts'
import type { Filters } from './search-params.ts'
import { useTexts } from '../texts/texts.ts'

export type Filter = {
  /** The name in the address, which is that of the operation’s query. */
  name: string
  label: string
} & (
  | { kind: 'text'; hint?: string; wide?: boolean }
  | { kind: 'day' }
  | { kind: 'pick'; of: PickKind }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
)

export type FilterBarProps = {
  filters: readonly Filter[]
  values: Filters
  onChange: (change: Filters) => void
  onClear: () => void
  children?: ReactNode
}

/** The filters of a list in one line; each says its name and its value. */
export const FilterBar = ({ filters, values, onChange, onClear, children }: FilterBarProps) => {
  const t = useTexts(PARTS)
  const isAny = filters.some(({ name }) => (values[name] ?? '') !== '')
  return (
    <div className="filters" role="search" aria-label={t('filters')}>
      {filters.map((filter) => (
        <OneFilter
          key={filter.name}
          filter={filter}
          value={values[filter.name] ?? ''}
          onChange={(value) => onChange({ [filter.name]: value })}
        />
      ))}
      {children}
      {isAny && (
        <button type="button" className="btn plain" onClick={onClear}>
          <IconX aria-hidden />
          {t('clear')}
        </button>
      )}
    </div>
  )
}

type OneProps = { filter: Filter; value: string; onChange: (value: string) => void }

const OneFilter = ({ filter, value, onChange }: OneProps) => {
  const look = value === '' ? 'field' : 'field on'
  if (filter.kind === 'choice') {
    return (
      <label className={look}>
        <span>{filter.label}</span>
        <select value={value} onChange={({ target }) => onChange(target.value)}>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
    )
  }
  if (filter.kind === 'pick') {
    return <PickFilter of={filter.of} label={filter.label} value={value} onChange={onChange} />
  }
  if (filter.kind === 'day') {
    return <DayFilter label={filter.label} value={value} onChange={onChange} />
  }
  return <TextFilter filter={filter} value={value} onChange={onChange} look={look} />
}

export type DayFilterProps = {
  label: string
  value: string
  isDisabled?: boolean
  onChange: (day: string) => void
}

export const DayFilter = ({ label, value, isDisabled = false, onChange }: DayFilterProps) => {
  const id = useId()
  return (
    <div className={value === '' ? 'field' : 'field on'}>
      <label htmlFor={id}>{label}</label>
      <DayInput id={id} value={value} disabled={isDisabled} onChange={onChange} />
    </div>
  )
}

/** After the last key, so that not every letter is a request. */
const PAUSE_MS = 250

type TextProps = OneProps & { filter: Extract<Filter, { kind: 'text' }>; look: string }

const TextFilter = ({ filter, value, onChange, look }: TextProps) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed by another way: back, or “clear all”.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === value) return undefined
    const timer = setTimeout(() => onChange(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <label className={filter.wide === true ? `${look} grow` : look}>
      <span>{filter.label}</span>
      <input
        type="search"
        // Empty, it has the direction of the page, and so has its hint.
        {...(typed !== '' && { dir: 'auto' })}
        value={typed}
        placeholder={filter.hint}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  )
}
