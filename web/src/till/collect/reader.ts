/** A hardware scanner is a keyboard that types fast and ends with Enter. */
import { useEffect, useRef } from 'react'

/** People do not type two characters within this time, and not a whole code so. */
const BETWEEN_MS_MAX = 60

const LENGTH_MIN = 4

const LENGTH_MAX = 512

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Calls with each code that a scanner types while no field has the focus. */
export const useReader = (onCode: (code: string) => void): void => {
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    let code = ''
    let lastMs = 0
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - lastMs > BETWEEN_MS_MAX) code = ''
      lastMs = event.timeStamp
      if (event.key === 'Enter') {
        if (code.length < LENGTH_MIN) return
        // Enter would press the button that has the focus.
        event.preventDefault()
        latest.current(code)
        code = ''
      } else if (event.key.length === 1 && code.length < LENGTH_MAX) code += event.key
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
