import { useEffect, useRef, type RefObject } from 'react'

/**
 * Each screen names the window, and its title gets the focus, so that it is read out. What had the focus
 * and went away leaves it to the title too: keys never fall to the page behind everything.
 */
export const useFocus = (place: string): RefObject<HTMLElement | null> => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(place)
  useEffect(() => {
    const element = main.current
    if (element === null) return undefined
    let isNew = shown.current !== place
    shown.current = place
    const takeFocus = (): void => {
      const title = element.querySelector<HTMLElement>('h1')
      if (title === null) return
      document.title = `${title.innerText.trim()} · Wasl`
      const active = document.activeElement
      const isInside = active !== null && element.contains(active)
      if (isNew ? !isInside || !active?.matches('input, textarea') : active === document.body) {
        title.tabIndex = -1
        title.focus({ preventScroll: true })
      }
      isNew = false
    }
    let frame = 0
    // What is disabled loses the focus with the next picture.
    const later = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => requestAnimationFrame(takeFocus))
    }
    const watching = new MutationObserver(later)
    watching.observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['disabled'],
    })
    later()
    return () => {
      watching.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [place])
  return main
}
