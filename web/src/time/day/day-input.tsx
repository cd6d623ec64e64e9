/** A day that is typed or chosen: `19/11/2026` in every browser, with today by the operator's clock. */
import { IconCalendar } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type InputHTMLAttributes, type RefObject } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { today } from '../zone.ts'
import { Calendar } from './calendar.tsx'
import './day.css'
import { DAY } from './day.texts.ts'
import { shownDay, typedDay } from './typed-day.ts'

export type DayInputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'type' | 'dir' | 'placeholder'
> & {
  /** `2026-11-19`, or empty. */
  value: string
  /** Called with a whole day, or with '' while the text is not a day. */
  onChange: (day: string) => void
}

/** The field alone: its label points to `id`. */
export const DayInput = ({ value, onChange, className, ...input }: DayInputProps) => {
  const t = useTexts(DAY)
  const [typed, setTyped] = useState(shownDay(value))
  const [known, setKnown] = useState(value)
  const [isLeft, setLeft] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // It changed by another way: “clear all”, or a form that begins again.
  if (known !== value) {
    setKnown(value)
    if ((typedDay(typed, today()) ?? '') !== value) setTyped(shownDay(value))
  }
  const isWrong = typed.trim() !== '' && typedDay(typed, today()) === null
  const wrong = isWrong ? t('wrong', { day: shownDay(today()) }) : ''
  useEffect(() => field.current?.setCustomValidity(wrong), [wrong])
  const choose = (day: string): void => {
    setTyped(shownDay(day))
    onChange(day)
  }
  const type = (text: string): void => {
    setTyped(text)
    setLeft(false)
    const day = typedDay(text, today()) ?? ''
    if (day !== value) onChange(day)
  }
  const leave = (): void => {
    setLeft(true)
    setTyped(shownDay(typedDay(typed, today()) ?? typed))
  }
  return (
    <span className="day-field">
      <span className="day-line">
        <input
          ref={field}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          {...input}
          className={className}
          value={typed}
          placeholder={shownDay(today())}
          aria-invalid={isWrong && isLeft ? true : input['aria-invalid']}
          onChange={({ target }) => type(target.value)}
          onBlur={leave}
        />
        <Chooser
          value={value}
          onChoose={choose}
          field={field}
          isDisabled={input.disabled === true}
        />
      </span>
      {isWrong && isLeft && (
        <span className="day-wrong" role="alert">
          {wrong}
        </span>
      )}
    </span>
  )
}

type ChooserProps = {
  value: string
  onChoose: (day: string) => void
  field: RefObject<HTMLInputElement | null>
  isDisabled: boolean
}

/** The calendar, above everything else on the page; Escape or a press beside it closes it. */
const Chooser = ({ value, onChoose, field, isDisabled }: ChooserProps) => {
  const t = useTexts(DAY)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = box.current
    if (!isOpen || shown === null) return undefined
    const place = (): void => placeUnder(shown, button.current)
    place()
    shown.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
    addEventListener('resize', place)
    addEventListener('scroll', place, true)
    return () => {
      removeEventListener('resize', place)
      removeEventListener('scroll', place, true)
    }
  }, [isOpen])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="day-choose"
        aria-label={t('choose')}
        aria-expanded={isOpen}
        popoverTarget={id}
        disabled={isDisabled}
      >
        <IconCalendar aria-hidden />
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        className="day-box"
        role="dialog"
        aria-label={t('choose')}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <Calendar
            value={value}
            onChoose={(day) => {
              onChoose(day)
              box.current?.hidePopover()
              field.current?.focus()
            }}
          />
        )}
      </div>
    </>
  )
}

const GAP_PX = 8

/** Under the button, or above it where the window ends; never beyond the edges. */
const placeUnder = (box: HTMLElement, button: HTMLElement | null): void => {
  if (button === null) return
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const isUnder = bottom + GAP_PX + box.offsetHeight <= innerHeight
  const isRightToLeft = document.documentElement.dir === 'rtl'
  const x = isRightToLeft ? left : right - box.offsetWidth
  const y = isUnder ? bottom + GAP_PX : top - GAP_PX - box.offsetHeight
  const within = (at: number, size: number, room: number): number =>
    Math.max(GAP_PX, Math.min(at, room - size - GAP_PX))
  box.style.left = `${within(x, box.offsetWidth, innerWidth)}px`
  box.style.top = `${within(y, box.offsetHeight, innerHeight)}px`
}
