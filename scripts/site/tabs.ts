/**
 * Sections of a page as tabs, such as the same code in PHP and in Python. In the repository they stand
 * one below the other, between two comments that no reader sees.
 */
import type { MarkdownRenderer } from 'vitepress'

export const TABS = '<!-- tabs -->'
export const END_OF_TABS = '<!-- end of tabs -->'

type State = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0]
type Token = State['tokens'][number]

/** For VitePress: after it has given each heading its anchor. */
export const tabs = (md: MarkdownRenderer): void => {
  md.core.ruler.push('tabs', (state) => {
    state.tokens = withTabs(state)
  })
}

const withTabs = ({ tokens, Token }: State): Token[] => {
  const html = (content: string): Token =>
    Object.assign(new Token('html_block', '', 0), { content, block: true })
  const made: Token[] = []
  let inside: Token[] | null = null
  let groups = 0
  for (let at = 0; at < tokens.length; at += 1) {
    const mark = tokens[at]?.type === 'paragraph_open' ? tokens[at + 1]?.content : undefined
    const token = tokens[at] as Token
    if (mark === TABS) inside = []
    else if (mark === END_OF_TABS) {
      made.push(...groupOf(sectionsOf(inside ?? []), (groups += 1), html))
      inside = null
    } else (inside ?? made).push(token)
    // The comment's own paragraph: it opens, has its text, and closes.
    if (mark === TABS || mark === END_OF_TABS) at += 2
  }
  if (inside !== null) throw new Error(`A page has ${TABS} and no ${END_OF_TABS} after it.`)
  return made
}

type Section = { title: string; anchor: string; body: Token[] }

const sectionsOf = (tokens: readonly Token[]): Section[] => {
  const sections: Section[] = []
  const [first] = tokens
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open' && token.tag === first?.tag) {
      const title = tokens[at + 1]?.content.replace(/^(?:In|En|Avec) /, '') ?? ''
      sections.push({ title, anchor: String(token.attrGet('id')), body: [] })
    }
    sections.at(-1)?.body.push(token)
  })
  if (first?.type !== 'heading_open' || sections.length < 2) {
    throw new Error(`After ${TABS} a page has a heading for each tab, at least two.`)
  }
  // The tab says what the heading says: it opens, has its text, and closes.
  return sections.map(({ title, anchor, body }) => ({ title, anchor, body: body.slice(3) }))
}

/** As VitePress writes its groups of code, so that its script and its style are theirs too. */
const groupOf = (
  sections: readonly Section[],
  group: number,
  html: (content: string) => Token,
): Token[] => {
  const names = sections.map(({ title, anchor }, tab) => {
    const id = `tab-${group}-${tab}`
    const checked = tab === 0 ? ' checked' : ''
    return (
      `<input type="radio" name="tabs-${group}" id="${id}"${checked}>` +
      `<label id="${anchor}" data-title="${title}" for="${id}">${title}</label>`
    )
  })
  const open = `<div class="vp-code-group"><div class="tabs">${names.join('')}</div><div class="blocks">`
  const blocks = sections.flatMap(({ body }, tab) => [
    html(`<div class="vp-block tab${tab === 0 ? ' active' : ''}">\n`),
    ...body,
    html('</div>\n'),
  ])
  return [html(`${open}\n`), ...blocks, html('</div></div>\n')]
}
