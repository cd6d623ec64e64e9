import type { ReactNode } from 'react'
import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Who } from '../money/who.tsx'
import type { SettingRequest } from './setting-request.ts'
import { FIELDS, SECONDS, SETTINGS, VALUES } from './texts.ts'

type Change = SettingRequest['changes'][number]

const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name)

const isWord = (value: unknown): value is keyof typeof VALUES =>
  typeof value === 'string' && Object.hasOwn(VALUES, value)

const AMOUNTS: ReadonlySet<string> = new Set(['countTolerance', 'cashMax', 'debitLimit'])

const DURATIONS: ReadonlySet<string> = new Set(['lockSeconds', 'lockSecondsMax'])

/** What no value means, where it is not the default of the platform. */
const NULL_SAYS: Readonly<Record<string, 'all' | 'noLimit'>> = {
  partners: 'all',
  cashMax: 'noLimit',
  heldDaysMax: 'noLimit',
  debitLimit: 'noLimit',
}

/** What a setting was and what it becomes. */
export const OneChange = ({ change: { field, from, to } }: { change: Change }) => {
  const t = useTexts(SETTINGS)
  const nameOf = useTexts(FIELDS)
  return (
    <div>
      <span className="soft">{isField(field) ? nameOf(field) : field}</span>{' '}
      <b>
        {t.rich('fromTo', {
          from: <Value field={field} value={from} />,
          to: <Value field={field} value={to} />,
        })}
      </b>
    </div>
  )
}

const Value = ({ field, value }: { field: string; value: Change['to'] }): ReactNode => {
  const t = useTexts(SETTINGS)
  const wordOf = useTexts(VALUES)
  const seconds = useTexts(SECONDS)
  if (value === null) return t(NULL_SAYS[field] ?? 'byDefault')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((id) => <Who key={id} id={id} />)
  if (typeof value === 'number') {
    if (AMOUNTS.has(field)) return <Amount dinars={value} />
    return DURATIONS.has(field) ? seconds('seconds', { count: value }) : value
  }
  return isWord(value) ? wordOf(value) : <OutsideText>{value}</OutsideText>
}
