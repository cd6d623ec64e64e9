/** The site for programs: an index of its pages as Markdown, and all of them in one text. Pure. */
import type { Page } from './page.ts'

const SUMMARY =
  'Wasl is a payment-collection platform. A partner (a shop, a school, a utility) owns references and ' +
  'answers two calls of the platform: lookups and webhooks. A channel takes the money.'

/** The index that llmstxt.org describes. */
export const llmsIndex = (pages: readonly Page[]): string => {
  const sections = Map.groupBy(pages, ({ place }) => sectionOf(place))
  const listed = [...Object.values(SECTIONS), OTHERS].map((title) =>
    [`## ${title}`, '', ...(sections.get(title) ?? []).map(lineOf)].join('\n'),
  )
  return `${['# Wasl', `> ${SUMMARY}`, ...listed].join('\n\n')}\n`
}

const lineOf = ({ title, place }: Page): string => `- [${title}](/${place})`

/** In the order of the index. */
const SECTIONS: Readonly<Record<string, string>> = {
  'index.md': 'Start',
  guides: 'Guides',
  fr: 'Guides en français',
  ar: 'الأدلة بالعربية',
  reference: 'Reference',
  api: 'API reference',
  decisions: 'Decisions',
  project: 'The project',
}

const OTHERS = 'Kits, tools and examples'

const sectionOf = (place: string): string => SECTIONS[place.split('/')[0] ?? ''] ?? OTHERS

/** Every page in English. The translations say the same. */
export const llmsFull = (pages: readonly Page[]): string =>
  pages
    .filter(({ language }) => language === 'en')
    .map(({ place, markdown }) => `<!-- /${place} -->\n\n${markdown.trim()}\n`)
    .join('\n\n')
