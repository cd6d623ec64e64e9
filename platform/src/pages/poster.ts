import type { Language } from '@wasl/protocol'
import { codeImage } from './code-image.ts'
import { partnerText } from '../partners/partner-text.ts'
import { DIRECTIONS, documentOf, READING_ORDER, type Page } from './document.ts'
import { html, type Html } from './html.ts'
import { MARK } from './marks.ts'
import { POSTER_STYLES } from './poster-style.ts'
import { codeText, safeText, shownNames } from './safe-text.ts'

export type PosterParts = {
  size: 'A6' | 'A4'
  label: string
  partner: { name: string; nameAr: string | null }
  checkCode: string
  url: string
}

type PosterTexts = { payHere: string; scan: string; checkCode: string; check: string }

/** All on one sheet: Arabic, French, English. */
const POSTER_TEXTS: Record<Language, PosterTexts> = {
  ar: {
    payHere: 'ادفع هنا',
    scan: 'امسح الرمز بكاميرا هاتفك.',
    checkCode: 'رمز التحقق',
    check: 'إن ظهر رمز تحقق مختلف فلا تدفع.',
  },
  fr: {
    payHere: 'Payez ici',
    scan: 'Scannez.',
    checkCode: 'Code de contrôle',
    check: 'Si un autre code de contrôle s’affiche, ne payez pas.',
  },
  en: {
    payHere: 'Pay here',
    scan: 'Scan.',
    checkCode: 'Check code',
    check: 'If the page shows another check code, do not pay.',
  },
}

/** A sheet to hang up: self-contained, so that it can be saved, opened and printed anywhere. */
export const posterPage = (parts: PosterParts): Page => {
  const { size, label, partner, checkCode, url } = parts
  const [first, also] = shownNames(partner, 'ar')
  const body = html`<p class="hint" lang="fr" dir="ltr">${size} · Imprimer à 100 %, sans marges</p>
    ${isLocal(url) && LOCAL_HINT}
    <main class="sheet">
      <header>${each('payHere', (text) => html`<p class="pay">${text}</p>`)}</header>
      <section class="names${first.length > NAME_LENGTH_LARGE && ' long'}">
        <h1>${safeText(first)}</h1>
        ${also !== null && html`<p>${safeText(also)}</p>`}
      </section>
      ${codeImage(url, url)}
      <p class="label${label.length > LABEL_LENGTH_LARGE && ' long'}">${safeText(label)}</p>
      <section class="check">
        <p class="captions">${each('checkCode', (text) => html`<span>${text}</span>`)}</p>
        <p class="check-code">${codeText(checkCode)}</p>
      </section>
      <section class="hints">
        ${READING_ORDER.map((language) => {
          const { scan, check } = POSTER_TEXTS[language]
          return html`<p lang="${language}" dir="${DIRECTIONS[language]}">
            <b>${scan}</b> ${check}
          </p>`
        })}
      </section>
      <footer><span class="mark">${MARK}</span><bdi dir="ltr">${withoutToken(url)}</bdi></footer>
    </main>`
  return documentOf({
    language: 'ar',
    title: `${partnerText(first)} · ${checkCode}`,
    style: POSTER_STYLES[size],
    isDarkToo: false,
    body,
  })
}

/** Longer ones are set smaller, so that the code between them stays large. */
const NAME_LENGTH_LARGE = 26
const LABEL_LENGTH_LARGE = 36

const LOCAL_HINT = html`<p class="hint local" lang="fr" dir="ltr">
  Cette adresse n’est pas publique : aucun téléphone ne l’ouvrira. Définissez WASL_PUBLIC_URL avant
  d’imprimer.
</p>`

/** Whether only this machine can open it: such a poster would hang on a wall for nothing. */
const isLocal = (url: string): boolean =>
  /^(?:localhost$|127\.|0\.0\.0\.0$|\[::1?\]$)/.test(new URL(url).hostname)

/** One of the texts in each language, in an element that says which it is. */
const each = (text: keyof PosterTexts, element: (text: Html) => Html): Html[] =>
  READING_ORDER.map((language) =>
    element(
      html`<bdi lang="${language}" dir="${DIRECTIONS[language]}"
        >${POSTER_TEXTS[language][text]}</bdi
      >`,
    ),
  )

/** Whose page it is that a phone will show: `pay.example.dz`. */
const withoutToken = (url: string): string => new URL(url).host
