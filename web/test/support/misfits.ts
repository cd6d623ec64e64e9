/** What does not fit on a screen: for stories that look at phones. */
import type { Page } from 'playwright-core'

/** What does not fit, one line each. Only filters and code scroll sideways. */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const found = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    const say = (what, element) =>
      found.push(what + ': ' + element.localName + ' ' + element.textContent.slice(0, 40))
    for (const element of document.querySelectorAll('body *')) {
      const { width, height, left, right } = element.getBoundingClientRect()
      const { clipPath, visibility, direction, display, textOverflow } = getComputedStyle(element)
      if (width < 2 || height < 2 || clipPath !== 'none' || visibility === 'hidden') continue
      if (element.closest('.filters, pre, .tabs, [role=region]')) continue
      const isCut = element.parentElement.closest('.clip') !== null
      if (!isCut && (left < -1 || right > innerWidth + 1)) say('outside', element)
      // A state or a name that reaches into the next column.
      // The edges of a plain button are not seen.
      if (element.matches('.dense td > :not(.btn.plain)') && display !== 'inline') {
        const cell = element.parentElement.getBoundingClientRect()
        if (left < cell.left - 1 || right > cell.right + 1) say('beyond its cell', element)
      }
      // A name loses its own end, not its beginning.
      if (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1) {
        const isArabic = /^[^A-Za-z]*[\\u0600-\\u06ff]/.test(element.textContent)
        if (isArabic !== (direction === 'rtl')) say('cut at its beginning', element)
      }
      if (element.matches('.amount, dt, td .ref, h1')) {
        const inside = element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0
        const letters = element.textContent.trim().length
        if (!inside) say('cut', element)
        if (letters > 3 && width < 24) say('one letter wide', element)
      }
      if (element.matches('button, .btn, select, .way, .go') && height < 43.5) say('small', element)
    }
    return found
  })()`)

/**
 * What a right-to-left page turns round, one line each: a number with hyphens (`1001-2026-0001` reads
 * `0001-2026-1001`) or a path that begins with a slash, outside an element or characters that isolate it.
 */
export const turnedRound = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      if (element.closest('script, style, bdi, pre, code, [dir=ltr], [dir=auto]')) continue
      if (getComputedStyle(element).direction !== 'rtl') continue
      const text = texts.currentNode.data.replaceAll(/\\u2068[^\\u2069]*\\u2069/g, '')
      if (/\\d-\\d|(^|[\\s«(])\\/\\w/.test(text)) found.push('turned round: ' + text.slice(0, 60))
    }
    return found
  })()`)
