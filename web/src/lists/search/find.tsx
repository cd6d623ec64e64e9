import './search.css'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { MissingGuard } from '../../problems/missing-guard.tsx'
import { useMe } from '../../session/session.ts'
import { NotLoaded } from '../../components/states.tsx'
import type { SearchProps } from './search-dialog.tsx'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable]') !== null

/** ⌘K and Ctrl K everywhere; `/` where nobody types. */
const opens = ({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k'
    ? (metaKey || ctrlKey) && !altKey
    : key === '/' && !metaKey && !ctrlKey && !altKey && !isTyping(target)

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Keys that come before the dialog has its field are typed all the same. */
const useEarlyKeys = (
  isOpen: boolean,
  onType: (change: (typed: string) => string) => void,
  onClose: () => void,
): void => {
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const { key, metaKey, ctrlKey, altKey } = event
      const isInDialog = document.activeElement?.closest('[role=dialog]') !== null
      if (isInDialog || metaKey || ctrlKey || altKey) return
      // The field may get the focus before the next key, and then must have this one.
      const type = (change: (typed: string) => string): void => flushSync(() => onType(change))
      if (key === 'Escape') onClose()
      else if (key === 'Backspace') type((typed) => typed.slice(0, -1))
      else if (key.length === 1) type((typed) => typed + key)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOpen])
}

export type FindProps = {
  /** What the box finds, as its placeholder says it. */
  finds: string
  /** The dialog of the application, loaded when it is opened. */
  Dialog: ComponentType<SearchProps>
}

/** The one box over everything, in the bar. */
export const Find = ({ finds, Dialog }: FindProps) => {
  const me = useMe()
  const may = me.may('payments.view')
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  /** `closed`: the person has read that it is missing. */
  const [missing, setMissing] = useState<'no' | 'shown' | 'closed'>('no')
  const close = (): void => {
    setOpen(false)
    setTyped('')
  }
  const open = (): void => (missing === 'no' ? setOpen(true) : setMissing('shown'))
  useEarlyKeys(isOpen, setTyped, close)
  useEffect(() => {
    if (!may) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (!opens(event)) return
      event.preventDefault()
      // The same key must not be typed: what listens for typed keys begins after this event.
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [may, missing])
  if (!may) return null
  return (
    <>
      <button
        type="button"
        className="field find"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        <IconSearch aria-hidden />
        <span>{finds}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {missing === 'shown' && (
        <div className="find-missing">
          <NotLoaded onNotNow={() => setMissing('closed')} />
        </div>
      )}
      {isOpen && (
        <MissingGuard
          onMissing={() => {
            close()
            setMissing('shown')
          }}
        >
          <Suspense fallback={null}>
            <Dialog typed={typed} onType={setTyped} onClose={close} />
          </Suspense>
        </MissingGuard>
      )}
    </>
  )
}
