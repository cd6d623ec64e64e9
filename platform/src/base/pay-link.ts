/** Links from the payer's page to channels' payment apps. Pure. */

export type PayLink = {
  /** The app's name, as payers know it. */
  name: string
  /** Its URL, with `{token}` and `{url}` as placeholders for the code's. */
  template: string
}

/** More apps than a payer would read through. */
const LINKS_MAX = 12

const NAME_LENGTH_MAX = 40

// URLs of pages and apps. Schemes that a browser runs or shows by itself are refused.
const SCHEME = /^(?!(?:javascript|data|vbscript|file|blob|about|view-source):)[a-z][a-z0-9+.-]*:/i

/**
 * Parses `WASL_PAY_LINKS`: `Name=template`, separated by commas; undefined when one is invalid.
 *
 * @example payLinksOf('BaridiMob=baridimob://pay?qr={token}')
 * // [{ name: 'BaridiMob', template: 'baridimob://pay?qr={token}' }]
 */
export const payLinksOf = (text: string): PayLink[] | undefined => {
  const links = text.split(',').map((part) => payLinkOf(part.trim()))
  return links.length <= LINKS_MAX && links.every((link) => link !== undefined) ? links : undefined
}

const payLinkOf = (text: string): PayLink | undefined => {
  const [, name = '', template = ''] = /^([^=]*)=(.*)$/.exec(text) ?? []
  const link = { name: name.trim(), template: template.trim() }
  const hasName = link.name !== '' && link.name.length <= NAME_LENGTH_MAX
  const filled = payLinkUrl(link, { token: 'TOKEN', url: 'https://pay.example/q/TOKEN' })
  const leadsSomewhere = SCHEME.test(template.trim()) && URL.canParse(filled)
  return hasName && leadsSomewhere && filled !== link.template ? link : undefined
}

/** The link's URL for this code. */
export const payLinkUrl = (
  { template }: PayLink,
  { token, url }: { token: string; url: string },
): string =>
  template
    .replaceAll('{token}', () => encodeURIComponent(token))
    .replaceAll('{url}', () => encodeURIComponent(url))
