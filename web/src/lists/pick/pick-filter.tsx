import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLanguage } from '../../texts/language.ts'
import { useTexts } from '../../texts/texts.ts'
import { PICK } from './pick.texts.ts'
import { folded, PICK_SOURCES, type Picked, type PickKind } from './pick-sources.ts'

export type PickFilterProps = {
  of: PickKind
  label: string
  /** The id, as the address has it. */
  value: string
  onChange: (id: string) => void
}

/** What tells two of one name apart stands behind the name. */
const labelOf = ({ name, detail }: Picked): string =>
  detail === undefined ? name : `${name} · ${detail}`

/** A filter by somebody of the directory: the letters of a name suffice once one name has them. */
export const PickFilter = ({ of, label, value, onChange }: PickFilterProps) => {
  const t = useTexts(PICK)
  const id = useId()
  const { language } = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  const { data = [] } = useQuery({
    queryKey: ['pick', of, language],
    staleTime: 60_000,
    enabled: typed !== null || value !== '',
    queryFn: ({ signal }) => PICK_SOURCES[of](signal, language),
  })
  const known = data.find((one) => one.id === value)
  const choose = (chosen: string): void => {
    setTyped(null)
    if (chosen !== value) onChange(chosen)
  }
  const type = (text: string): void => {
    if (text === '') return choose('')
    const named = data.find((one) => labelOf(one) === text)
    if (named !== undefined) return choose(named.id)
    setTyped(text)
  }
  const settle = (): void => {
    if (typed === null) return
    const found = data.filter((one) => folded(labelOf(one)).includes(folded(typed)))
    choose(found.length === 1 && typed.trim() !== '' ? (found[0] as Picked).id : value)
  }
  const text = typed ?? (known === undefined ? value : labelOf(known))
  return (
    <label className={value === '' ? 'field' : 'field on'}>
      <span>{label}</span>
      <input
        type="search"
        list={id}
        {...(text !== '' && { dir: 'auto' })}
        value={text}
        placeholder={t(of)}
        onFocus={() => setTyped(text)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
        onChange={({ target }) => type(target.value)}
      />
      <datalist id={id}>
        {data.map((one) => (
          <option key={one.id} value={labelOf(one)} />
        ))}
      </datalist>
    </label>
  )
}
