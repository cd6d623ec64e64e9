import type { Centimes, Language } from '@wasl/protocol'
import { codeImage } from './code-image.ts'
import { partnerText } from '../../delivery/lookups/partner-text.ts'
import { documentOf, READING_ORDER, type Page } from './document.ts'
import { html, type Html } from './html.ts'
import { MARK, NOTICE_SIGNS } from './marks.ts'
import { payLinkUrl, type PayLink } from '../../base/pay-link.ts'
import { PAYER_STYLE } from './payer-style.ts'
import { DOOR_TEXTS } from './door-texts.ts'
import { PAYER_TEXTS, type Notice, type PayerTexts } from './payer-texts.ts'
import type { PayerState, PayerView } from './payer-view.ts'
import { codeText, safeText, shownNames } from './safe-text.ts'
import { shownAmount, shownTime } from './shown-amount.ts'

/** The page of a code (D20): whom it pays, how much, and how to pay. */
export const payerPage = (view: PayerView, language: Language, links: readonly PayLink[]): Page => {
  const texts = PAYER_TEXTS[language]
  const { state } = view
  const body = html`<div class="receipt">
      ${who(view, language)}
      ${state.kind === 'payable' ? asked(state, language) : refusal(state, language)}
      <div class="tear"></div>
      <section class="check">
        <h2>${texts.checkCode}</h2>
        <p class="check-code">${codeText(view.checkCode)}</p>
        <p class="note">${texts.checkCodeHint}</p>
      </section>
    </div>
    ${state.kind === 'payable' && ways(view, texts, links)}`
  const [name] = shownNames(view.partner, language)
  return framed(texts.titleOf(partnerText(name)), language, body)
}

const NOTICES = { unknown: 'stop', tooMany: 'wait', unavailable: 'wait' } as const

/** The page when no code can be shown: none given, unknown, too many requests, out of service. */
export const payerNoticePage = (kind: keyof typeof NOTICES, language: Language): Page => {
  const notice = PAYER_TEXTS[language][kind]
  const body = html`<div class="receipt">${noticeBox(NOTICES[kind], notice, 'h1')}</div>`
  return framed(notice.title, language, body)
}

/** `/`: what a payer does, and the ways in for people who work with Wasl. */
export const welcomePage = (language: Language): Page => entrance('welcome', language)

/** An address that leads nowhere, with the ways in. */
export const nowherePage = (language: Language): Page => entrance('nowhere', language)

const entrance = (kind: 'welcome' | 'nowhere', language: Language): Page => {
  const notice = PAYER_TEXTS[language][kind]
  const doors = DOOR_TEXTS[language]
  const links = SCREENS.map((name) => html`<li><a href="/${name}">${doors[name]}</a></li>`)
  const sign = kind === 'welcome' ? 'scan' : 'wait'
  const body = html`<div class="receipt">${noticeBox(sign, notice, 'h1')}</div>
    <nav class="doors" aria-label="${doors.title}">
      <h2>${doors.title}</h2>
      <ul>
        ${links}
      </ul>
    </nav>`
  return framed(notice.title, language, body)
}

const SCREENS = ['console', 'portal', 'till'] as const

const framed = (title: string, language: Language, main: Html): Page => {
  const texts = PAYER_TEXTS[language]
  const body = html`<div class="page">
    <header class="top">
      <span class="mark" translate="no"
        >${MARK}<span lang="en">Wasl</span> <span lang="ar">وصل</span></span
      >
      <nav aria-label="${texts.languages}">
        <ul class="languages">
          ${READING_ORDER.map((other) => choice(other, language))}
        </ul>
      </nav>
    </header>
    <main>${main}</main>
    <footer class="foot"><p>${texts.neverAsked}</p></footer>
  </div>`
  return documentOf({
    language,
    title: `${title} · Wasl`,
    style: PAYER_STYLE,
    isDarkToo: true,
    body,
  })
}

const choice = (other: Language, current: Language): Html =>
  html`<li>
    <a
      href="?lang=${other}"
      lang="${other}"
      hreflang="${other}"
      ${other === current && html` aria-current="true"`}
      >${PAYER_TEXTS[other].languageName}</a
    >
  </li>`

/** Longer names get a smaller size, so that they do not fill the page. */
const NAME_LENGTH_LARGE = 32

const who = ({ partner, label }: PayerView, language: Language): Html => {
  const [name, also] = shownNames(partner, language)
  return html`<div class="who">
    <p class="eyebrow">${PAYER_TEXTS[language].youPay}</p>
    <h1${name.length > NAME_LENGTH_LARGE && html` class="long"`}>${safeText(name)}</h1>
    ${also !== null && html`<p class="also">${safeText(also)}</p>`}
    <p class="label">${safeText(label)}</p>
  </div>`
}

const asked = (state: Extract<PayerState, { kind: 'payable' }>, language: Language): Html => {
  const texts = PAYER_TEXTS[language]
  const { expiresAt, isSingleUse, ended } = state
  return html`<section class="what">
    ${ended !== null && html`<p class="caution">${texts[ended]}</p>`}
    ${amounts(state.amounts, language)}
    ${expiresAt !== null && html`<p class="note">${texts.validUntil} <bdi>${shownTime(expiresAt, language)}</bdi></p>`}
    ${isSingleUse && html`<p class="note">${texts.singleUse}</p>`}
  </section>`
}

/** Longer amounts do not fit a small screen in the largest size. */
const AMOUNT_LENGTH_LARGE = 9

const isWide = (amount: Centimes, language: Language): boolean =>
  shownAmount(amount, language).length > AMOUNT_LENGTH_LARGE

const amounts = ([first, ...more]: Centimes[], language: Language): Html => {
  const texts = PAYER_TEXTS[language]
  if (first === undefined) {
    return html`<h2>${texts.amount}</h2>
      <p class="open">${texts.openAmount}</p>
      <p class="note">${texts.openAmountHint}</p>`
  }
  if (more.length > 0) {
    const all = [first, ...more]
    const items = all.map((amount) => html`<li>${money(amount, language)}</li>`)
    return html`<h2>${texts.chooseAmount}</h2>
      <ul class="choices${all.some((amount) => isWide(amount, language)) && ' wide'}">
        ${items}
      </ul>`
  }
  return html`<h2>${texts.amount}</h2>
    <p class="single${isWide(first, language) && ' wide'}">${money(first, language)}</p>`
}

const money = (amount: Centimes, language: Language): Html => {
  const { currency, currencyName } = PAYER_TEXTS[language]
  const unit = html`<abbr title="${currencyName}">${currency}</abbr>`
  return html`<bdi class="amount"
    ><bdi dir="ltr">${shownAmount(amount, language)}</bdi> ${unit}</bdi
  >`
}

const refusal = (state: Exclude<PayerState, { kind: 'payable' }>, language: Language): Html => {
  const texts = PAYER_TEXTS[language]
  const notice = texts.notPayable[state.kind]
  if (state.kind !== 'inUse') return noticeBox(state.kind === 'usedUp' ? 'done' : 'stop', notice)
  const { freeAt } = state
  return noticeBox(
    'wait',
    notice,
    'h2',
    html`<p class="note">${texts.freeAgain} <bdi>${shownTime(freeAt, language)}</bdi></p>`,
  )
}

const noticeBox = (
  sign: keyof typeof NOTICE_SIGNS,
  { title, text }: Notice,
  heading: 'h1' | 'h2' = 'h2',
  more: Html | null = null,
): Html =>
  html`<section class="notice ${sign}">
    ${NOTICE_SIGNS[sign]} ${heading === 'h1' ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
    <p>${text}</p>
    ${more}
  </section>`

const ways = (view: PayerView, texts: PayerTexts, links: readonly PayLink[]): Html =>
  html`<section class="ways">
    <h2>${texts.howToPay}</h2>
    ${links.length > 0 && inAnApp(view, texts, links)}
    <section class="way">
      <h3>${texts.inPerson}</h3>
      <p class="note">${texts.inPersonHint}</p>
      <div class="to-show">
        ${codeImage(view.url, texts.imageOfCode)}
        <dl>
          <dt>${texts.codeToRead}</dt>
          <dd class="token">${grouped(view.token)}</dd>
        </dl>
      </div>
    </section>
    <p class="foot">${texts.afterwards}</p>
  </section>`

const inAnApp = (view: PayerView, texts: PayerTexts, links: readonly PayLink[]): Html => {
  const items = links.map(
    (link) =>
      html`<li>
        <a href="${payLinkUrl(link, view)}" rel="noreferrer">${safeText(link.name)}</a>
      </li>`,
  )
  return html`<section class="way in-app">
    <h3>${texts.inAnApp}</h3>
    <p class="note">${texts.inAnAppHint}</p>
    <ul class="apps">
      ${items}
    </ul>
  </section>`
}

/** Shown in groups of four, for reading aloud; copying gives no spaces. */
const grouped = (token: string): Html => {
  const groups = token.match(/.{1,4}/g) ?? []
  const spans = groups.map((group) => html`<span>${group}</span>`)
  return html`<bdi dir="ltr" translate="no">${spans}</bdi>`
}
