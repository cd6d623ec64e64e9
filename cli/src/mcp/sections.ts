/** The documents of this repository, in sections, and how well each answers a question. Without I/O. */

export type Language = 'en' | 'fr' | 'ar'

export type Section = {
  /** From the root of the repository. */
  path: string
  /** The headings that lead to it, the title of the page first. */
  headings: readonly string[]
  text: string
  language: Language
}

const HEADING = /^(#{1,4}) (.+)$/

/** A page at its headings. A line of code that begins with # is no heading. */
export const sectionsOf = (path: string, page: string): Section[] => {
  const language = languageOf(path)
  const sections: Section[] = []
  let headings: string[] = []
  let lines: string[] = []
  let isCode = false
  const end = (): void => {
    const text = lines.join('\n').trim()
    if (text !== '') sections.push({ path, headings, text, language })
    lines = []
  }
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, marks, title] = isCode ? [] : (HEADING.exec(line) ?? [])
    if (marks === undefined || title === undefined) {
      lines.push(line)
      continue
    }
    end()
    headings = [...headings.slice(0, marks.length - 1), title]
  }
  end()
  return sections
}

const languageOf = (path: string): Language => {
  const [, language] = /\/(fr|ar)\//.exec(path) ?? []
  return language === 'fr' || language === 'ar' ? language : 'en'
}

/** Words without case, accents or vowel marks, and without the s of a plural. */
export const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  ).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))

/** How fast another mention of a word stops to count, and how much a long section is held back (BM25). */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.6

/** A word of a heading says what the section is about. */
const HEADING_MENTIONS = 4

/** The sections that answer best, the best first. */
export const bestSections = (
  sections: readonly Section[],
  query: string,
  count: number,
): Section[] => {
  const wanted = [...new Set(wordsOf(query))]
  const counted = sections.map(mentionsIn)
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / (counted.length || 1)
  const weights = wanted.map((word) => {
    const having = counted.filter(({ mentions }) => mentions.has(word)).length
    return Math.log(1 + (counted.length - having + 0.5) / (having + 0.5))
  })
  const scored = sections.map((section, at) => {
    const { mentions = new Map<string, number>(), length = 0 } = counted[at] ?? {}
    const hold = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / meanLength)
    const scores = wanted.map((word, index) => {
      const times = mentions.get(word) ?? 0
      return ((weights[index] ?? 0) * times * (SATURATION + 1)) / (times + hold)
    })
    return { section, score: scores.reduce((sum, score) => sum + score, 0) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ section }) => section)
}

const mentionsIn = ({
  headings,
  text,
}: Section): { mentions: Map<string, number>; length: number } => {
  const words = wordsOf(text)
  const mentions = new Map<string, number>()
  const add = (word: string, times: number): void =>
    void mentions.set(word, (mentions.get(word) ?? 0) + times)
  for (const word of words) add(word, 1)
  for (const word of wordsOf(headings.join(' '))) add(word, HEADING_MENTIONS)
  return { mentions, length: words.length }
}
