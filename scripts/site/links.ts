/** The links of a page, from the files of the repository to the pages of the site. Pure. */
import { posix } from 'node:path'

export type Targets = {
  /** The place of each page by its source. */
  pages: ReadonlyMap<string, string>
  /** What the repository has there. */
  kindOf: (path: string) => 'file' | 'folder' | null
  /** The page that stands for a folder, such as the errors for `protocol/src/errors`. */
  folders: ReadonlyMap<string, string>
}

export type Linked = {
  markdown: string
  /** Files that are no page: the site serves them as they are. */
  files: string[]
  /** Links that lead nowhere, as sentences. */
  problems: string[]
}

/** A fenced block, or a link whose target is not an address elsewhere, or inline code. */
const CODE_OR_LINK =
  /(^```[\s\S]*?^```)|\[((?:[^[\]`]|`[^`\n]+`)*)\]\((?![a-z]+:|\/|#)([^)\s]+)\)|(`[^`\n]+`)/gm

/** Where files that are no page stand. */
export const FILES = 'files'

export const withSiteLinks = (
  markdown: string,
  { source, place }: { source: string; place: string },
  targets: Targets,
): Linked => {
  const files: string[] = []
  const problems: string[] = []
  const linked = markdown.replaceAll(
    CODE_OR_LINK,
    (all: string, _fenced: string | undefined, text?: string, target?: string) => {
      if (text === undefined || target === undefined) return all
      const [path = '', anchor] = target.split('#')
      const file = posix.join(posix.dirname(source), decodeURI(path)).replace(/\/$/, '')
      const page = targets.pages.get(file) ?? targets.folders.get(file)
      const hash = anchor === undefined ? '' : `#${anchor}`
      if (page !== undefined) return `[${text}](${relativeTo(place, page)}${hash})`
      const kind = targets.kindOf(file)
      // A folder of code has no page: its name stays.
      if (kind === 'folder') return text
      if (kind === null) {
        problems.push(
          `${source}: the link ${target} leads to no page and no file of the repository.`,
        )
        return all
      }
      files.push(file)
      return `[${text}](${encodeURI(fileLink(place, file))})`
    },
  )
  return { markdown: linked, files, problems }
}

const relativeTo = (place: string, target: string): string => {
  const path = posix.relative(posix.dirname(place), target)
  return path.startsWith('.') ? path : `./${path}`
}

/** Pictures are part of the page; other files are opened from the root of the site. */
const fileLink = (place: string, file: string): string =>
  isPicture(file) ? relativeTo(place, `${FILES}/${file}`) : `/${servedAs(file)}`

export const isPicture = (file: string): boolean => /\.(?:png|svg|jpg)$/.test(file)

/** A browser shows JSON and text, and downloads what it does not know. */
export const servedAs = (file: string): string =>
  `${FILES}/${file}${/\.(?:json|txt)$/.test(file) || isPicture(file) ? '' : '.txt'}`
