import { hash } from 'node:crypto'
import type { Language } from '@wasl/protocol'
import { html, trusted, type Html } from './html.ts'

/** A page that loads nothing: no font, no picture. Only the page of receipts has a script. */
export type Page = {
  markup: string
  /** Its Content-Security-Policy: only its own style and script are allowed. */
  policy: string
}

/** A style sheet and the hash by which a page's policy allows it. */
export type Style = { element: string; source: string }

export const styleOf = (css: string): Style => ({
  // The hash covers every character, including white space.
  element: `<style>${css}</style>`,
  source: `'sha256-${hash('sha256', css, 'base64')}'`,
})

/** A script and the hash by which a page's policy allows it. */
export type Script = { element: string; source: string }

/** @throws Error when the script could end its element. */
export const scriptOf = (code: string): Script => {
  if (/<\/script|<!--/i.test(code)) throw new Error('the script contains markup')
  return {
    element: `<script type="module">${code}</script>`,
    source: `'sha256-${hash('sha256', code, 'base64')}'`,
  }
}

/** The order in which payers in Algeria read them. */
export const READING_ORDER: readonly Language[] = ['ar', 'fr', 'en']

export const DIRECTIONS = { ar: 'rtl', fr: 'ltr', en: 'ltr' } as const

// The icon in the browser's tab: the first letter of وصل. Its edges lie between dots at 16 and 32.
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4"' +
      ' fill="#0d5c46"/><path d="M11 6a3 3 0 1 0-6 0 3 3 0 0 0 6 0q0 4-5 6" fill="none" ' +
      'stroke="#fff" stroke-width="2"/></svg>',
  )

const OWN_ORIGIN = "connect-src 'self'; worker-src 'self'"

export type DocumentParts = {
  language: Language
  title: string
  style: Style
  /** It may fetch from its own origin, and install its service worker. */
  script?: Script
  /** Whether the page has a dark colour scheme. */
  isDarkToo: boolean
  body: Html
}

export const documentOf = (parts: DocumentParts): Page => {
  const { language, title, style, script, isDarkToo, body } = parts
  const policy = [
    "default-src 'none'",
    `style-src ${style.source}`,
    ...(script === undefined ? [] : [`script-src ${script.source}`, OWN_ORIGIN]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const { markup } = html`<!doctype html>
    <html lang="${language}" dir="${DIRECTIONS[language]}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="${isDarkToo ? 'light dark' : 'light'}" />
        <title>${title}</title>
        <link rel="icon" href="${ICON}" />
        ${trusted(style.element)}
      </head>
      <body>
        ${body} ${script !== undefined && trusted(script.element)}
      </body>
    </html> `
  // Only a header can forbid frames.
  return { markup, policy: `${policy}; frame-ancestors 'none'` }
}
