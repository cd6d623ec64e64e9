import type { Language } from '@wasl/protocol'
import { codeImage } from './code-image.ts'
import { partnerText } from '../../delivery/lookups/partner-text.ts'
import type { UnpayableReason } from '../../payments/qr-codes/configuration.ts'
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
  /** Why nobody can pay with the code; null when anyone can. */
  dead: UnpayableReason | null
}

type PosterTexts = {
  payHere: string
  scan: string
  checkCode: string
  check: string
  /** Shown above the sheet, for the person who prints it. */
  print: string
  /** The warning for an address that not every phone can open. */
  warning: Record<Exclude<Reach, 'public'>, string>
  /**
   * For a code that nobody can pay with: the stamp printed across it, and advice for the person who
   * prints it.
   */
  dead: Record<UnpayableReason, { stamp: string; warning: string }>
}

/** All languages on one sheet: Arabic, French, English. */
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
    dead: {
      disabled: {
        stamp: 'خارج الخدمة',
        warning:
          'هذا الرمز معطّل: لا يستطيع أحد أن يدفع به. فعّله ثم نزّل الورقة من جديد، أو لا تعلّقها.',
      },
      usedUp: {
        stamp: 'دُفع من قبل',
        warning:
          'أُنشئ هذا الرمز لدفعة واحدة وقد تمّت: لا يستطيع أحد أن يدفع به بعد الآن. أنشئ رمزًا آخر.',
      },
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
    dead: {
      disabled: {
        stamp: 'Hors service',
        warning:
          'Ce code est désactivé : personne ne peut payer avec lui. Réactivez-le et téléchargez la feuille de nouveau, ou ne l’affichez pas.',
      },
      usedUp: {
        stamp: 'Déjà payé',
        warning:
          'Ce code était destiné à un seul paiement, déjà effectué : personne ne peut plus payer avec lui. Créez-en un autre.',
      },
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
    dead: {
      disabled: {
        stamp: 'Out of use',
        warning:
          'This code is disabled: nobody can pay with it. Enable it and download the sheet again, or do not hang it up.',
      },
      usedUp: {
        stamp: 'Already paid',
        warning:
          'This code was made for one payment, which has been made: nobody can pay with it any more. Make another one.',
      },
    },
  },
}

/** A poster: one self-contained page, to be saved, opened and printed anywhere. */
export const posterPage = (parts: PosterParts): Page => {
  const { size, label, partner, checkCode, url, dead } = parts
  const [first, also] = shownNames(partner, 'ar')
  const body = html`${hints(size, urlReach(url), dead)}
    <main class="sheet">
      <header>${each('payHere', (text) => html`<p class="pay">${text}</p>`)}</header>
      <section class="names${first.length > NAME_LENGTH_LARGE && ' long'}">
        <h1>${safeText(first)}</h1>
        ${also !== null && html`<p>${safeText(also)}</p>`}
      </section>
      ${codeImage(url, url)} ${dead !== null && stampOf(dead)}
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

/** Longer names get a smaller size, so that the code stays large. */
const NAME_LENGTH_LARGE = 26
const LABEL_LENGTH_LARGE = 36

/** Not printed: how to print the sheet, and why it may be useless. */
const hints = (size: PosterParts['size'], reach: Reach, dead: UnpayableReason | null): Html[] =>
  READING_ORDER.map((language) => {
    const { print, warning, dead: deadTexts } = POSTER_TEXTS[language]
    return html`<div class="hint" lang="${language}" dir="${DIRECTIONS[language]}">
      <p>${size} · ${print}</p>
      ${reach !== 'public' && html`<p class="warning">${warning[reach]}</p>`}
      ${dead !== null && html`<p class="warning">${deadTexts[dead].warning}</p>`}
    </div>`
  })

/** Printed too, because a sheet lasts longer than the warning above it. */
const stampOf = (dead: UnpayableReason): Html =>
  html`<section class="stamp">
    ${READING_ORDER.map(
      (language) =>
        html`<p lang="${language}" dir="${DIRECTIONS[language]}">
          ${POSTER_TEXTS[language].dead[dead].stamp}
        </p>`,
    )}
  </section>`

/** One text in each language, in an element marked with the language. */
const each = (text: 'payHere' | 'checkCode', element: (text: Html) => Html): Html[] =>
  READING_ORDER.map((language) =>
    element(
      html`<bdi lang="${language}" dir="${DIRECTIONS[language]}"
        >${POSTER_TEXTS[language][text]}</bdi
      >`,
    ),
  )

/** The host that a phone will show: `pay.example.dz`. */
const withoutToken = (url: string): string => new URL(url).host
