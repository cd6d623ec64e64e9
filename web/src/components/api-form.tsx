import { useId, useState, type ReactNode } from 'react'
import { ApiFailure } from '../api/failure.ts'
import { DayInput } from '../time/day/day-input.tsx'

type Values = Readonly<Record<string, string | boolean>>

/** The values of a form, and what the platform said of them. */
export type ApiForm<V extends Values> = {
  values: V
  set: (change: Partial<V>) => void
  failure: unknown
  isRunning: boolean
  /** Runs, keeps a failure for the fields, and tells whether it succeeded. */
  run: (act: (values: V) => Promise<unknown>) => Promise<boolean>
  reset: () => void
}

/** @example const form = useApiForm({ reason: '' }) */
export const useApiForm = <V extends Values>(initial: V): ApiForm<V> => {
  const [values, setValues] = useState(initial)
  const [failure, setFailure] = useState<unknown>(null)
  const [isRunning, setRunning] = useState(false)
  return {
    values,
    failure,
    isRunning,
    set: (change) => setValues((before) => ({ ...before, ...change })),
    reset: () => {
      setValues(initial)
      setFailure(null)
    },
    run: async (act) => {
      setRunning(true)
      setFailure(null)
      try {
        await act(values)
        return true
      } catch (error) {
        setFailure(error)
        return false
      } finally {
        setRunning(false)
      }
    },
  }
}

type FieldProps<V extends Values> = {
  form: ApiForm<V>
  /** As the operation names it, so that its message finds the field. */
  name: keyof V & string
  label: string
  hint?: ReactNode
}

const messageOf = (failure: unknown, name: string): string | undefined =>
  failure instanceof ApiFailure ? failure.fields[name] : undefined

type RowParts = { id: string; described: string; message: string | undefined }

const Row = ({
  label,
  hint,
  parts,
  children,
}: {
  label: string
  hint: ReactNode
  parts: RowParts
  children: ReactNode
}) => (
  <div className="form-row">
    <label htmlFor={parts.id}>{label}</label>
    {children}
    <div id={parts.described}>
      {parts.message !== undefined && <p className="form-error">{parts.message}</p>}
      {hint !== undefined && <p className="form-hint">{hint}</p>}
    </div>
  </div>
)

const useRow = <V extends Values>({ form, name }: FieldProps<V>): RowParts => {
  const id = useId()
  return { id, described: `${id}-said`, message: messageOf(form.failure, name) }
}

const inputProps = ({ id, described, message }: RowParts) =>
  ({
    id,
    className: 'field',
    'aria-describedby': described,
    'aria-invalid': message !== undefined,
  }) as const

export type TextFieldProps<V extends Values> = FieldProps<V> & {
  isRequired?: boolean
  isLong?: boolean
  /** `decimal` brings up digits on a phone; such values stand left to right. */
  kind?: 'text' | 'decimal' | 'url' | 'date' | 'time' | 'number'
  lengthMax?: number
}

/** A line of text, or several. What the platform says of it stands under it. */
export const TextField = <V extends Values>(props: TextFieldProps<V>) => {
  const { form, name, label, hint, isRequired, isLong, kind = 'text', lengthMax } = props
  const parts = useRow(props)
  const put = (value: string): void => form.set({ [name]: value } as Partial<V>)
  const value = String(form.values[name])
  const input = { ...inputProps(parts), value, required: isRequired }
  // Empty, a line of text has the direction of the page.
  const dir = kind === 'text' ? (value === '' ? undefined : 'auto') : 'ltr'
  const common = {
    ...input,
    maxLength: lengthMax,
    dir,
    onChange: ({ target }: { target: { value: string } }) => put(target.value),
  }
  return (
    <Row label={label} hint={hint} parts={parts}>
      {kind === 'date' ? (
        <DayInput {...input} onChange={put} />
      ) : isLong === true ? (
        <textarea {...common} rows={3} />
      ) : (
        <input {...common} {...KINDS[kind]} />
      )}
    </Row>
  )
}

const KINDS = {
  text: { type: 'text' },
  decimal: { type: 'text', inputMode: 'decimal', autoComplete: 'off' },
  url: { type: 'url' },
  number: { type: 'number' },
  // A browser's own field would ask for a clock of 12 hours in some languages.
  time: {
    type: 'text',
    inputMode: 'numeric',
    autoComplete: 'off',
    placeholder: '08:30',
    pattern: '(?:[01]?[0-9]|2[0-3]):[0-5][0-9]',
    maxLength: 5,
  },
} as const

export type ChoiceFieldProps<V extends Values> = FieldProps<V> & {
  options: readonly { value: string; label: string }[]
}

export const ChoiceField = <V extends Values>(props: ChoiceFieldProps<V>) => {
  const { form, name, label, hint, options } = props
  const parts = useRow(props)
  return (
    <Row label={label} hint={hint} parts={parts}>
      <select
        {...inputProps(parts)}
        value={String(form.values[name])}
        onChange={({ target }) => form.set({ [name]: target.value } as Partial<V>)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Row>
  )
}

export const CheckField = <V extends Values>({ form, name, label, hint }: FieldProps<V>) => (
  <div className="form-row">
    <label className="form-check">
      <input
        type="checkbox"
        checked={form.values[name] === true}
        onChange={({ target }) => form.set({ [name]: target.checked } as Partial<V>)}
      />
      <span>{label}</span>
    </label>
    {hint !== undefined && <p className="form-hint">{hint}</p>}
  </div>
)

const DINARS = /^\d{1,14}(?:[.,]\d{1,2})?$/

/**
 * Dinars as people type them: `12 450`, `12450,50`. Null for anything else, which the platform then
 * refuses in its own words.
 */
export const typedDinars = (typed: string): number | null => {
  const plain = typed.replaceAll(/[\s\u202f\u00a0]/g, '')
  return DINARS.test(plain) ? Number(plain.replace(',', '.')) : null
}
