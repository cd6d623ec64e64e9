/**
 * A hardware scanner is a keyboard that types fast and ends with Enter. It works on every screen, also
 * while a button or a field of numbers has the focus: its keys never press or fill anything there.
 */
import { useEffect, useRef } from 'react'

/** A scanner leaves less than this between two keys, also on a slow machine. */
const BETWEEN_MS_MAX = 150

const LENGTH_MIN = 4

const LENGTH_MAX = 512

/** More digits than anybody types into a field of numbers. */
const NUMBER_LENGTH_MAX = 9

/** A field that takes codes as text keeps what a scanner types into it. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !isOfNumbers(target))

const isOfNumbers = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && /^(?:numeric|decimal)$/.test(target.inputMode)

/** A field whose value a scanner's keys may change: numbers, or the letters of a choice. */
type Changed = { field: HTMLInputElement | HTMLSelectElement; value: string }

const changedBy = (target: EventTarget | null): Changed | null =>
  isOfNumbers(target) || target instanceof HTMLSelectElement
    ? { field: target, value: target.value }
    : null

/** Puts back what stood there; React hears of it as of a person's change. */
const putBack = ({ field, value }: Changed): void => {
  if (field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(
    new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}

type Reader = (code: string) => void

/** The screen that is shown comes last; the frame below it takes what no screen does. */
const readers: { current: Reader }[] = []

let code = ''
let lastMs = 0
let changed: Changed | null = null

const isScanned = (target: EventTarget | null): boolean =>
  code.length >= LENGTH_MIN &&
  (!isOfNumbers(target) || /\D/.test(code) || code.length > NUMBER_LENGTH_MAX)

const stopAll = (event: KeyboardEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}

const onKeyDown = (event: KeyboardEvent): void => {
  const { key, target } = event
  if (takesText(target) || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.timeStamp - lastMs > BETWEEN_MS_MAX) code = ''
  if (key === 'Enter') {
    if (code === '') return
    const isCode = isScanned(target)
    // Enter would press the button that has the focus.
    if (isCode || !isOfNumbers(target)) stopAll(event)
    if (isCode) read(code)
    code = ''
  } else if (key.length === 1) {
    if (code === '') changed = changedBy(target)
    // A space would press the button as well.
    else if (key === ' ') stopAll(event)
    lastMs = event.timeStamp
    if (code.length < LENGTH_MAX) code += key
  }
}

/** Browsers press a button when the key of its space comes up. */
const onKeyUp = (event: KeyboardEvent): void => {
  if (event.key === ' ' && code !== '' && code !== ' ' && !takesText(event.target)) stopAll(event)
}

const read = (scanned: string): void => {
  if (changed !== null) putBack(changed)
  changed = null
  // After the screen has drawn what was put back.
  setTimeout(() => readers.at(-1)?.current(scanned))
}

const use = (onCode: Reader, add: (reader: { current: Reader }) => void): void => {
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    add(latest)
    return () => {
      readers.splice(readers.indexOf(latest), 1)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- added once
  }, [])
}

/** Calls with each code that a scanner types while this screen is shown and no text is being typed. */
export const useReader = (onCode: Reader): void => use(onCode, (reader) => readers.push(reader))

/** Calls with the codes of screens that do not read by themselves. */
export const useReaderOfOthers = (onCode: Reader): void => {
  use(onCode, (reader) => readers.unshift(reader))
  useEffect(() => {
    addEventListener('keydown', onKeyDown, true)
    addEventListener('keyup', onKeyUp, true)
    return () => {
      removeEventListener('keydown', onKeyDown, true)
      removeEventListener('keyup', onKeyUp, true)
    }
  }, [])
}
