/** The pages of the site: which file of the repository stands where. Pure. */
import { posix } from 'node:path'

export type Language = 'en' | 'fr' | 'ar'

export type Page = {
  /** From the root of the repository; null for a page that is made from the OpenAPI document. */
  source: string | null
  /** In the site, such as `fr/guides/grow.md`. */
  place: string
  title: string
  language: Language
  markdown: string
}

/** A folder of guides in another language is a part of the site that VitePress knows by its name. */
const GUIDE = /^docs\/guides\/(?:(fr|ar)\/)?([^/]+\.md)$/

/** Where a page of the repository stands in the site. */
export const placeOf = (source: string): string => {
  const [, language, guide] = GUIDE.exec(source) ?? []
  if (guide !== undefined) return posix.join(language ?? '', 'guides', guide)
  const [, start] = /^docs\/start\/(en|fr|ar)\.md$/.exec(source) ?? []
  if (start !== undefined) return start === 'en' ? 'index.md' : `${start}/index.md`
  const path = source.replace(/^docs\//, '')
  if (path === 'README.md') return 'project/overview.md'
  // A page of the repository's root, such as SECURITY.md.
  if (!path.includes('/')) return `project/${path.toLowerCase()}`
  const isOfDocs = source.startsWith('docs/')
  if (isOfDocs) return path.replace(/README\.md$/, 'index.md')
  return path.replace(/\/README\.md$/, '.md')
}

export const languageOf = (place: string): Language => {
  const [first] = place.split('/')
  return first === 'fr' || first === 'ar' ? first : 'en'
}

/** The text of the first heading, without its marks. */
export const titleOf = (markdown: string, otherwise: string): string => {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? []
  return title?.replaceAll(/[`*]/g, '') ?? otherwise
}

/** The address of a page, from the root of the site. */
export const addressOf = (place: string): string =>
  `/${place.replace(/(?:^|(?<=\/))index\.md$/, '').replace(/\.md$/, '')}`

/** The anchor of a heading, as the usual Markdown sites make it: links work there and here. */
export const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/[`*]|\[|\]\([^)]*\)/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
