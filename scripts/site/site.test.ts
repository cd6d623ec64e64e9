/** The pages of the site, before VitePress builds it. `npm run docs` builds it, in .ci/run. */
import { expect, test } from 'vitest'
import { deadAnchors } from './anchors.ts'
import { withSiteLinks, type Targets } from './links.ts'
import { llmsFull, llmsIndex } from './llms.ts'
import { placeOf, type Page } from './page.ts'
import { readPages } from './read-pages.ts'

test('every link of every page leads to a page, a heading or a file', () => {
  const { pages, files, problems } = readPages()
  expect(problems).toEqual([])
  const places = pages.map(({ place }) => place)
  expect(new Set(places).size).toBe(places.length)
  expect(places).toEqual(
    expect.arrayContaining([
      'index.md',
      'fr/index.md',
      'ar/index.md',
      'ar/guides/partner-first-hour.md',
      'decisions/index.md',
      'api/channel-api.md',
      'reference/errors.md',
    ]),
  )
  expect(files).toContain('protocol/vectors/signatures.json')
  expect(llmsIndex(pages)).toContain('- [Go live](/guides/go-live.md)')
  const full = llmsFull(pages)
  expect(full).toContain('# Verify a webhook in any language')
  expect(full).not.toContain('# Vérifier un webhook')
})

const TARGETS: Targets = {
  pages: new Map([
    ['docs/guides/go-live.md', 'guides/go-live.md'],
    ['kits/php/README.md', 'kits/php.md'],
  ]),
  folders: new Map([['protocol/src/errors', 'reference/errors.md']]),
  kindOf: (path) => {
    if (path === 'platform') return 'folder'
    return path === 'deploy/wasl.conf' ? 'file' : null
  },
}

const linked = (markdown: string, source = 'docs/guides/fr/go-live.md') =>
  withSiteLinks(markdown, { source, place: placeOf(source) }, TARGETS)

test.each([
  ['another guide', '[a](../go-live.md#b)', '[a](../../guides/go-live.md#b)'],
  ['a page of the repository', '[`a`](../../../kits/php/README.md)', '[`a`](../../kits/php.md)'],
  ['a folder with a page', '[a](../../../protocol/src/errors)', '[a](../../reference/errors.md)'],
  ['a folder without one', '[`platform/`](../../../platform)', '`platform/`'],
  ['a file', '[a](../../../deploy/wasl.conf)', '[a](/files/deploy/wasl.conf.txt)'],
  ['an address elsewhere', '[a](https://a.example/b.md)', '[a](https://a.example/b.md)'],
  ['code', '`[a](b.md)`', '`[a](b.md)`'],
])('a link to %s', (_what, markdown, expected) => {
  expect(linked(markdown)).toMatchObject({ markdown: expected, problems: [] })
})

test('a link that leads nowhere is named with its page', () => {
  expect(linked('[a](gone.md)').problems).toEqual([
    'docs/guides/fr/go-live.md: the link gone.md leads to no page and no file of the repository.',
  ])
})

test('a link to a heading that is not there is named with its page', () => {
  const page = (place: string, markdown: string): Page => ({
    source: `docs/${place}`,
    place,
    markdown,
    title: '',
    language: 'en',
  })
  const pages = [
    page('a.md', '# A\n\n## Same\n\n## Same\n\n[b](./b.md#here) [me](#same-1)'),
    page('b.md', '# Here\n\n```sh\n# gone\n```\n\n[a](./a.md#gone) [b](#gone) `[c](#code)`'),
  ]
  expect(deadAnchors(pages)).toEqual([
    'docs/b.md: the page a.md has no heading for #gone.',
    'docs/b.md: the page b.md has no heading for #gone.',
  ])
})
