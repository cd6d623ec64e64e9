import type { Language } from '@wasl/protocol'
import { codeImage } from './code-image.ts'
import { partnerText } from '../partners/partner-text.ts'
import { DIRECTIONS, documentOf, READING_ORDER, type Page } from './document.ts'
import { html, type Html } from './html.ts'
import { MARK } from './marks.ts'
import { POSTER_STYLES } from './poster-style.ts'
import { codeText, safeText, shownNames } from './safe-text.ts'
import { urlReach, type Reach } from './url-reach.ts'

export type PosterParts = {
  size: 'A6' | 'A4'
  label: string
  partner: { name: string; nameAr: string | null }
  checkCode: string
  url: string
}

type PosterTexts = {
  payHere: string
  scan: string
  checkCode: string
  check: string
  /** Above the sheet, for whoever prints it. */
  print: string
  /** For an address that not every phone can open. */
  warning: Record<Exclude<Reach, 'public'>, string>
}

/** All on one sheet: Arabic, French, English. */
const POSTER_TEXTS: Record<Language, PosterTexts> = {
  ar: {
    payHere: 'ادفع هنا',
    scan: 'امسح الرمز بكاميرا هاتفك.',
    checkCode: 'رمز التحقق',
    check: 'إن ظهر رمز تحقق مختلف فلا تدفع.',
    print: 'اطبع بنسبة 100% وبلا هوامش',
    warning: {
      machine:
        'هذا العنوان لا يُفتح إلا على هذا الجهاز، فلن يفتحه أي هاتف. عيّن WASL_PUBLIC_URL قبل الطباعة.',
      network:
        'هذا العنوان ليس عموميًا: لن تفتحه إلا الهواتف الموصولة بشبكته. عيّن WASL_PUBLIC_URL قبل الطباعة.',
    },
  },
  fr: {
    payHere: 'Payez ici',
    scan: 'Scannez.',
    checkCode: 'Code de contrôle',
    check: 'Si un autre code de contrôle s’affiche, ne payez pas.',
    print: 'Imprimer à 100 %, sans marges',
    warning: {
      machine:
        'Cette adresse ne s’ouvre que sur cette machine : aucun téléphone ne l’ouvrira. Définissez WASL_PUBLIC_URL avant d’imprimer.',
      network:
        'Cette adresse n’est pas publique : seuls les téléphones connectés à son réseau l’ouvriront. Définissez WASL_PUBLIC_URL avant d’imprimer.',
    },
  },
  en: {
    payHere: 'Pay here',
    scan: 'Scan.',
    checkCode: 'Check code',
    check: 'If the page shows another check code, do not pay.',
    print: 'Print at 100 %, without margins',
    warning: {
      machine:
        'This address opens on this machine alone: no phone will open it. Set WASL_PUBLIC_URL before you print.',
      network:
        'This address is not public: only phones on its own network will open it. Set WASL_PUBLIC_URL before you print.',
    },
  },
}

/** A sheet to hang up: self-contained, so that it can be saved, opened and printed anywhere. */
export const posterPage = (parts: PosterParts): Page => {
  const { size, label, partner, checkCode, url } = parts
  const [first, also] = shownNames(partner, 'ar')
  const body = html`${hints(size, urlReach(url))}
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

/** What is not printed: how to print the sheet, and whether it would hang on a wall for nothing. */
const hints = (size: PosterParts['size'], reach: Reach): Html[] =>
  READING_ORDER.map((language) => {
    const { print, warning } = POSTER_TEXTS[language]
    return html`<div class="hint" lang="${language}" dir="${DIRECTIONS[language]}">
      <p>${size} · ${print}</p>
      ${reach !== 'public' && html`<p class="warning">${warning[reach]}</p>`}
    </div>`
  })

/** One of the texts in each language, in an element that says which it is. */
const each = (text: 'payHere' | 'checkCode', element: (text: Html) => Html): Html[] =>
  READING_ORDER.map((language) =>
    element(
      html`<bdi lang="${language}" dir="${DIRECTIONS[language]}"
        >${POSTER_TEXTS[language][text]}</bdi
      >`,
    ),
  )

/** Whose page it is that a phone will show: `pay.example.dz`. */
const withoutToken = (url: string): string => new URL(url).host
