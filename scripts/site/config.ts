/** What VitePress is told of the site. */
import postcssRTLCSS from 'postcss-rtlcss'
import type { DefaultTheme, UserConfig } from 'vitepress'
import { addressOf, anchorOf, type Language } from './page.ts'
import { tabs } from './tabs.ts'
import { TEXTS } from './texts.ts'

export type Site = {
  out: string
  cache: string
  pages: readonly { place: string; title: string; language: Language }[]
}

/** Code is read from left to right, in Arabic text too. In a tab, text and code look as outside of it. */
const STYLE = `
[dir="rtl"] :is(code, pre) { direction: ltr; unicode-bidi: isolate }
.vp-doc .vp-code-group > .blocks > .tab { margin: 0; padding: 0; background: none; overflow: visible }
.vp-doc .vp-code-group .tab div[class*="language-"] { display: block; margin-top: 16px !important }
.vp-doc .vp-code-group .tab > div[class*="language-"]:first-child { margin-top: 0 !important }
`

export const siteConfig = ({ out, cache, pages }: Site): UserConfig<DefaultTheme.Config> => {
  const locale = (language: Language) => {
    const { label, direction, name, theme } = TEXTS[language]
    return {
      label,
      title: name,
      lang: language,
      dir: direction,
      themeConfig: { ...theme, nav: navOf(language), sidebar: sidebarOf(pages, language) },
    }
  }
  return {
    title: 'Wasl',
    description: 'A payment-collection platform whose partners keep their own references.',
    outDir: out,
    cacheDir: cache,
    metaChunk: true,
    head: [
      ['style', {}, STYLE],
      ['link', { rel: 'help', type: 'text/plain', href: '/llms.txt' }],
    ],
    vite: {
      // The theme is written for one direction: Arabic pages get it mirrored.
      css: {
        postcss: {
          plugins: [
            postcssRTLCSS({ ltrPrefix: ':where([dir="ltr"])', rtlPrefix: ':where([dir="rtl"])' }),
          ],
        },
      },
      // The index of the search has every page.
      build: { chunkSizeWarningLimit: 2_000 },
    },
    locales: { root: locale('en'), fr: locale('fr'), ar: locale('ar') },
    markdown: {
      // Links to headings work here as they do in the repository.
      anchor: { slugify: anchorOf },
      // What looks like a tag is text, such as "Bearer <API_SECRET>".
      config: (md) => {
        md.set({ html: false })
        tabs(md)
      },
    },
    themeConfig: {
      // A page need not exist in every language: the menu leads to the start of the other one.
      i18nRouting: false,
      outline: [2, 3],
      search: {
        provider: 'local',
        options: {
          locales: {
            fr: { translations: TEXTS.fr.search },
            ar: { translations: TEXTS.ar.search },
          },
        },
      },
    },
  }
}

const navOf = (language: Language): DefaultTheme.NavItem[] => {
  const { guides, decisions, reference, api } = TEXTS[language].nav
  const first = language === 'en' ? '/guides/integrate-in-an-afternoon' : `/${language}/`
  const guide = language === 'fr' ? '/fr/guides/integrate-in-an-afternoon' : first
  return [
    { text: guides, link: guide },
    { text: reference, link: '/reference/' },
    { text: api, link: '/api/' },
    { text: decisions, link: '/decisions/' },
  ]
}

type Listed = Site['pages'][number]

/** Guides by their readers. A guide that is not named here is for operators. */
const FOR_PARTNERS = [
  'integrate-in-an-afternoon',
  'verify-a-webhook',
  'set-amounts',
  'reconcile',
  'find-payments',
  'go-live',
  'ask-an-assistant',
  'partner-first-hour',
]
const FOR_CHANNELS = ['take-payments', 'cashier-day', 'courier-day', 'courier-evening']

const readersOf = ({ place }: Listed): 'partners' | 'channels' | 'operators' => {
  const name = place.replace(/^.*\//, '').replace(/\.md$/, '')
  if (FOR_PARTNERS.includes(name)) return 'partners'
  return FOR_CHANNELS.includes(name) ? 'channels' : 'operators'
}

const sidebarOf = (all: Site['pages'], language: Language): DefaultTheme.SidebarItem[] => {
  const { groups } = TEXTS[language]
  const pages = all.filter((page) => page.language === language)
  const guides = pages.filter(({ place }) => place.includes('guides/'))
  const inFolder = (folder: string): Listed[] =>
    pages.filter(({ place }) => place.startsWith(`${folder}/`))
  const group = (text: string, listed: readonly Listed[], collapsed = false) => ({
    text,
    collapsed,
    items: listed.map(({ place, title }) => ({ text: title, link: addressOf(place) })),
  })
  const inOrder = guides.toSorted((a, b) => orderOf(a) - orderOf(b))
  const byReader = Map.groupBy(inOrder, readersOf)
  const sections = [
    group(groups.partners, byReader.get('partners') ?? []),
    group(groups.channels, byReader.get('channels') ?? []),
    group(groups.operators, byReader.get('operators') ?? []),
  ]
  if (language !== 'en') return sections.filter(({ items }) => items.length > 0)
  const named = new Set(['guides', 'reference', 'api', 'decisions', 'project'])
  const tools = pages.filter(({ place }) => !named.has(place.split('/')[0] ?? ''))
  return [
    ...sections,
    group(
      groups.tools,
      tools.filter(({ place }) => place !== 'index.md'),
      true,
    ),
    group(groups.reference, inFolder('reference'), true),
    group(groups.api, inFolder('api'), true),
    group(groups.decisions, inFolder('decisions'), true),
    group(groups.project, inFolder('project'), true),
  ]
}

const orderOf = ({ place }: Listed): number => {
  const name = place.replace(/^.*\//, '').replace(/\.md$/, '')
  const order = [...FOR_PARTNERS, ...FOR_CHANNELS].indexOf(name)
  return order === -1 ? FOR_PARTNERS.length + FOR_CHANNELS.length : order
}
