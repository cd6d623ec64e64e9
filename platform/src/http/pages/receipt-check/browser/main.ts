/** The script of `/r`: checks the receipt in the address, and tells the result in three languages. */
import type { ReceiptContent } from '@wasl/protocol/receipts'
import { shortReceiptNumber } from '../../../../payments/receipts/receipt-number.ts'
import { checkReceipt, type Checked } from './check.ts'
import { LANGUAGES, TEXTS, type Language } from './texts.ts'

const start = (): void => {
  let checked: Checked = { outcome: 'checking', content: null, keysOf: null }
  let language = firstLanguage()
  let checks = 0
  const isTest = new URLSearchParams(location.search).has('test')
  const show = (): void => render(checked, language)
  const check = async (): Promise<void> => {
    checks += 1
    const ours = checks
    const result = await checkReceipt(location.hash.slice(1), isTest)
    // A later code may be checked by now.
    if (ours !== checks) return
    checked = result
    show()
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-language]')) {
    button.addEventListener('click', () => {
      language = button.dataset['language'] as Language
      show()
    })
  }
  addEventListener('hashchange', () => void check())
  show()
  void check()
  // For the next time, without the network.
  void navigator.serviceWorker?.register('/receipt-worker.js', { scope: '/r' }).catch(() => null)
}

/** As on the payer's page: Arabic unless the browser prefers French or English (W41). */
const firstLanguage = (): Language => {
  const wanted = [new URLSearchParams(location.search).get('lang'), ...navigator.languages]
  const known = wanted.map((name) => LANGUAGES.find((one) => one === name?.slice(0, 2)))
  return known.find((one) => one !== undefined) ?? 'ar'
}

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no ${id}`)
  return found
}

const render = ({ outcome, content, keysOf }: Checked, language: Language): void => {
  const texts = TEXTS[language]
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  document.title = texts.title
  element('title').textContent = texts.title
  element('here').textContent = texts.here
  element('origin').textContent = location.origin
  element('compare').textContent = texts.compare
  const [headline, advice] = texts.outcomes[outcome]
  element('result').dataset['outcome'] = outcome
  element('headline').textContent = headline
  element('advice').textContent = advice
  element('fields').replaceChildren(...(content === null ? [] : rowsOf(content, outcome, language)))
  element('keys').textContent =
    keysOf === null ? '' : `${texts.keysOf} (${shownTime(keysOf.toISOString(), language)})`
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-language]')) {
    button.setAttribute('aria-pressed', String(button.dataset['language'] === language))
  }
}

/** For a code that is not believed, only the issuer that it names. */
const rowsOf = (
  content: ReceiptContent,
  outcome: Checked['outcome'],
  language: Language,
): HTMLElement[] => {
  const { fields } = TEXTS[language]
  const issuer = row(fields.issuer, content.issuer, 'ltr')
  if (outcome !== 'paid' && outcome !== 'test') return [issuer]
  return [
    row(fields.amount, shownAmount(content), 'ltr', 'amount'),
    row(fields.partner, content.partnerName),
    content.reference === null
      ? row(fields.digest, shownDigest(content.referenceSha256 ?? ''), 'ltr')
      : row(fields.reference, content.reference),
    row(fields.paidAt, shownTime(content.paidAt, language)),
    row(fields.number, content.number, 'ltr'),
    row(fields.shortNumber, shortReceiptNumber(content.paymentId), 'ltr'),
    issuer,
  ]
}

const row = (label: string, value: string, direction = 'auto', name = ''): HTMLElement => {
  const group = document.createElement('div')
  const term = document.createElement('dt')
  const text = document.createElement('dd')
  term.textContent = label
  text.textContent = value
  text.dir = direction
  group.className = name
  group.append(term, text)
  return group
}

/** As on the printed receipt: spaces between thousands and a comma, in every language. */
const shownAmount = ({ centimes, currency }: ReceiptContent): string => {
  const digits = String(centimes).padStart(3, '0')
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0')
  return `${whole},${digits.slice(-2)}\u00a0${currency === 'DZD' ? 'DA' : currency}`
}

/** As on the printed receipt: the beginning, which people can compare. */
const shownDigest = (sha256: string): string => (sha256.slice(0, 16).match(/.{4}/g) ?? []).join(' ')

const LOCALES = { ar: 'ar-DZ-u-nu-latn', fr: 'fr-DZ', en: 'en-GB' } as const

/** In the time zone of the phone, which is named. */
const shownTime = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(time))

start()
