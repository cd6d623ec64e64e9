/** Links to headings that no page has. Pure. */
import { posix } from 'node:path'
import { anchorOf, type Page } from './page.ts'

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]+`/g, '')

/** The anchors of a page. A heading that comes again gets a number. */
const anchorsOf = (markdown: string): Set<string> => {
  const anchors = new Set<string>()
  const headings = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)
  for (const [, heading = ''] of headings) {
    const anchor = anchorOf(heading)
    let unique = anchor
    for (let number = 1; anchors.has(unique); number += 1) unique = `${anchor}-${number}`
    anchors.add(unique)
  }
  return anchors
}

/** Sentences, one for each link of a page of the site to a heading that is not there. */
export const deadAnchors = (pages: readonly Page[]): string[] => {
  const anchors = new Map(pages.map(({ place, markdown }) => [place, anchorsOf(markdown)]))
  return pages.flatMap(({ place, markdown, source }) => {
    const links = withoutCode(markdown).matchAll(/\]\((?![a-z]+:|\/)([^)#\s]*)#([^)\s]+)\)/gm)
    return Array.from(links).flatMap(([, path = '', anchor = '']) => {
      const target = path === '' ? place : posix.join(posix.dirname(place), path)
      if (anchors.get(target)?.has(anchor) !== false) return []
      return [`${source ?? place}: the page ${target} has no heading for #${anchor}.`]
    })
  })
}
