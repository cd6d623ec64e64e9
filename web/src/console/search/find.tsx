import './search.css'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useMe } from '../../shared/session.ts'
import { useTexts } from '../../shared/texts.ts'
import { SEARCH } from './search.texts.ts'

const SearchDialog = lazy(async () => {
  const { SearchDialog: component } = await import('./search-dialog.tsx')
  return { default: component }
})

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable]') !== null

/** ⌘K and Ctrl K everywhere; `/` where nobody types. */
const opens = ({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k'
    ? (metaKey || ctrlKey) && !altKey
    : key === '/' && !metaKey && !ctrlKey && !altKey && !isTyping(target)

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The one box over everything, in the bar. */
export const Find = () => {
  const t = useTexts(SEARCH)
  const me = useMe()
  const may = me.may('payments.view')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!may) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (!opens(event)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [may])
  if (!may) return null
  return (
    <>
      <button
        type="button"
        className="field find"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <IconSearch aria-hidden />
        <span>{t('find')}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
