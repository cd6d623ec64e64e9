/** Drawings in the colour of the surrounding text. */
import { trusted, type Html } from './html.ts'

/** The Arabic letter waw, the first of wasl. At 32 its edges lie between dots, so that they are sharp. */
export const MARK: Html = trusted(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" ' +
    'fill="currentColor"/><path d="M21.5 13a5.5 5.5 0 1 0-11 0 5.5 5.5 0 0 0 11 0c0 6.5-3.5 ' +
    '10.5-11 11.5" fill="none" stroke="var(--card)" stroke-width="3" stroke-linecap="round"/></svg>',
)

const sign = (drawing: string): Html =>
  trusted(
    '<svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" ' +
      `stroke-width="3" stroke-linecap="round"><circle cx="20" cy="20" r="16.5"/>${drawing}</svg>`,
  )

export const NOTICE_SIGNS = {
  stop: sign('<path d="M14.5 14.5l11 11m0-11l-11 11"/>'),
  wait: sign('<path d="M20 11.5V20l5.5 4"/>'),
  scan: sign('<path d="M12.5 17v-4.5H17m6 0h4.5V17m0 6v4.5H23m-6 0h-4.5V23M17 17h6v6h-6z"/>'),
  done: sign('<path d="M13 20.5l5 5 9-10.5"/>'),
}
