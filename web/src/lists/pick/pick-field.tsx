import './pick.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useLanguage } from '../../texts/language.ts'
import { useTexts } from '../../texts/texts.ts'
import { PICK } from './pick.texts.ts'
import { folded, PICK_SOURCES, type OwnSource, type Picked, type PickKind } from './pick-sources.ts'

export type PickFieldProps = {
  of: PickKind | OwnSource
  label: string
  hint?: string
  value: Picked | null
  onPick: (picked: Picked | null) => void
  /** What the platform said of it. */
  message?: string | undefined
}

/** More are found by more letters. */
const SHOWN_MAX = 8

/** Somebody or something of the directory, picked by name: no id is typed. */
export const PickField = (props: PickFieldProps) => {
  const { of, label, hint, value, message } = props
  const t = useTexts(PICK)
  const id = useId()
  const { typed, setTyped, at, found, shown, pick, type, onKey } = usePicking(props)
  return (
    <div className="form-row pick">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        role="combobox"
        autoComplete="off"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-describedby={`${id}-said`}
        aria-invalid={message !== undefined}
        {...(shown[at] !== undefined && { 'aria-activedescendant': `${id}-${at}` })}
        placeholder={typeof of === 'string' ? t(of) : of.placeholder}
        value={typed ?? value?.name ?? ''}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKey}
        onBlur={() => setTyped((before) => (before === '' ? null : before))}
      />
      <Options id={id} label={t('found')} shown={shown} at={at} onPick={pick} />
      <div id={`${id}-said`}>
        {message !== undefined && <p className="form-error">{message}</p>}
        {typed !== null && typed.trim() !== '' && found.length === 0 && (
          <p className="form-hint" role="status">
            {t('nobody')}
          </p>
        )}
        {hint !== undefined && <p className="form-hint">{hint}</p>}
      </div>
    </div>
  )
}

const usePicking = ({ of, onPick }: PickFieldProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const { language } = useLanguage()
  const [key, read] = typeof of === 'string' ? [of, PICK_SOURCES[of]] : [of.key, of.read]
  const { data = [] } = useQuery({
    queryKey: ['pick', key, language],
    staleTime: 60_000,
    queryFn: ({ signal }) => read(signal, language),
  })
  const asked = folded(typed ?? '')
  const found = data.filter(({ name, detail }) => folded(`${name} ${detail ?? ''}`).includes(asked))
  const shown = typed === null ? [] : found.slice(0, SHOWN_MAX)
  const pick = (one: Picked): void => {
    onPick(one)
    setTyped(null)
  }
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (typed === null) setTyped('')
      else setAt(Math.max(0, Math.min(shown.length - 1, at + step)))
      return
    }
    const one = shown[at]
    if (event.key === 'Enter' && one !== undefined) {
      event.preventDefault()
      pick(one)
    }
  }
  const type = (text: string): void => {
    setTyped(text)
    setAt(0)
    // A name that is half gone is nobody's.
    onPick(null)
  }
  return { typed, setTyped, at, found, shown, pick, type, onKey }
}

type OptionsProps = {
  id: string
  label: string
  shown: readonly Picked[]
  at: number
  onPick: (one: Picked) => void
}

const Options = ({ id, label, shown, at, onPick }: OptionsProps) => (
  <ul id={`${id}-list`} role="listbox" aria-label={label} hidden={shown.length === 0}>
    {shown.map((one, place) => (
      <li
        key={one.id}
        id={`${id}-${place}`}
        role="option"
        aria-selected={place === at}
        // Before the field loses the focus, which would take the list away.
        onMouseDown={(event) => {
          event.preventDefault()
          onPick(one)
        }}
      >
        <OutsideText>{one.name}</OutsideText>
        {one.detail !== undefined && (
          <small>
            {' '}
            <OutsideText>{one.detail}</OutsideText>
          </small>
        )}
      </li>
    ))}
  </ul>
)
