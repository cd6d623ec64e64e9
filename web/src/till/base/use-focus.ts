import { useEffect, useRef, type RefObject } from 'react'

/** A screen whose file is still loaded leaves the one before it in the page, hidden. */
const titleOf = (element: HTMLElement): HTMLElement | undefined =>
  [...element.querySelectorAll<HTMLElement>('h1')].find((title) => title.checkVisibility())

const focusOn = (element: HTMLElement): void => {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}

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
      const title = titleOf(element)
      if (title === undefined) {
        // Until the screen has its title, the place of the screen keeps the focus.
        if (document.activeElement === document.body) focusOn(element)
        return
      }
      document.title = `${title.innerText.trim()} · Wasl`
      const active = document.activeElement
      const isInside = active !== null && element.contains(active)
      const isNowhere = active === document.body || active === element
      if (isNew ? !isInside || !active?.matches('input, textarea') : isNowhere) focusOn(title)
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
