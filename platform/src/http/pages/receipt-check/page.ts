import { readFileSync } from 'node:fs'
import { DIRECTIONS, documentOf, READING_ORDER, scriptOf, type Page } from '../document.ts'
import { html } from '../html.ts'
import { RECEIPT_CHECK_STYLE } from './style.ts'

/** Written by `npm run generated` from the files in `browser`. */
const SCRIPT = new URL('script.js', import.meta.url)

const WORKER = new URL('worker.js', import.meta.url)

const NAMES = { ar: 'العربية', fr: 'Français', en: 'English' } as const

const WITHOUT_SCRIPT = {
  ar: 'تتحقق هذه الصفحة من الوصولات داخل المتصفح، فتحتاج إلى JavaScript.',
  fr: 'Cette page vérifie les reçus dans le navigateur : elle a besoin de JavaScript.',
  en: 'This page checks receipts in the browser, so it needs JavaScript.',
} as const

/**
 * `/r`: checks a receipt's code, which is behind `#` in the address, in the browser (D33). The page is
 * the same for every receipt, and its script is in it, so that one copy works without the network.
 */
export const receiptCheckPage = (): Page =>
  documentOf({
    language: 'ar',
    title: 'Wasl',
    style: RECEIPT_CHECK_STYLE,
    script: scriptOf(readFileSync(SCRIPT, 'utf8')),
    isDarkToo: true,
    body: html`<main>
      <h1 id="title"></h1>
      <section id="result" data-outcome="checking" aria-live="polite">
        <h2 id="headline"></h2>
        <p id="advice"></p>
        <dl id="fields"></dl>
        <p id="keys"></p>
        <noscript>
          ${READING_ORDER.map(
            (language) =>
              html`<p lang="${language}" dir="${DIRECTIONS[language]}">
                ${WITHOUT_SCRIPT[language]}
              </p>`,
          )}
        </noscript>
      </section>
      <p><span id="here"></span> <span id="origin"></span></p>
      <p id="compare"></p>
      <nav>
        ${READING_ORDER.map(
          (language) =>
            html`<button type="button" lang="${language}" data-language="${language}">
              ${NAMES[language]}
            </button>`,
        )}
      </nav>
    </main>`,
  })

/** The service worker that keeps the page and the keys. */
export const receiptWorker = (): string => readFileSync(WORKER, 'utf8')
