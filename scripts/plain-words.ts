/**
 * Fails when a file uses a word that this project avoids, and says what to write instead:
 * `npm run words`. Add a word to WORDS to forbid it everywhere.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

type AvoidedWord = {
  /** Matches the word, in any case. */
  word: RegExp
  instead: string
  /** Paths that may use the word. */
  except?: RegExp
}

export const WORDS: readonly AvoidedWord[] = [
  { word: /\banew\b/i, instead: '"again", "from the start" or "new"' },
  { word: /\bmend(?:s|ed|ing)?\b/i, instead: '"fix" or "repair"' },
  { word: /\bwhoever\b/i, instead: '"anyone who", or name the person or program' },
  {
    word: /\b(?:is|are|was|were) none\b(?! of\b)/,
    instead: '"is not a …", "there is no …" or "is invalid"',
  },
  { word: /\bof before\b/i, instead: '"earlier" or "previous"' },
  {
    word: /\b(?:left|leave|leaves|leaving|let) alone\b/i,
    instead: '"ignore", "skip" or the exact state',
  },
  { word: /\bin vain\b/i, instead: '"without an answer" or "without a result"' },
  { word: /\bunless (?:told|given)\b/i, instead: '"by default" or "Default: …"' },
  { word: /\bpays? no heed\b/i, instead: '"ignore"' },
  {
    word: /\bwithdraw(?:s|n|ing|al)?\b|\bwithdrew\b/i,
    instead: '"revoke" for a key, "remove" or "undo" otherwise',
  },
  {
    word: /\bsettl(?:e|es|ing)\b(?![ -]with)/i,
    instead: '"record" for the result of an attempt; "settle" is for money',
    except: /money|settlement|ledger|statements|payouts|books|month|take-payments|every-screen/,
  },
  { word: /\bnot for nothing\b/i, instead: 'the reason, in a sentence of its own' },
  { word: /\btell no\b/i, instead: '"omit", "hide" or "do not say"' },
  { word: /\bKEPT_BY_NOBODY\b/, instead: '"NO_STORE"' },
  {
    word: /\btype (?:Told|Left|Asked|Taken|Came|Given|Kept|Seen)\b/,
    instead: 'a noun, such as ReportedEvent or SkippedRow',
  },
]

const TEXT_FILE = /\.(?:ts|mts|cts|js|mjs|cjs|md|sql|py|php|sh|ya?ml|json)$/

/** Lists of words, generated files and test vectors. */
const NOT_CHECKED = /plain-words|package-lock\.json|openapi\.json|\/vectors\//

/** One message for each avoided word in a file. */
export const avoidedWords = (path: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) =>
    WORDS.flatMap(({ word, instead, except }) => {
      const found = except?.test(path) === true ? null : word.exec(line)
      return found === null ? [] : [`${path}:${index + 1}: "${found[0]}": write ${instead}.`]
    }),
  )

const trackedFiles = (): string[] =>
  execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => TEXT_FILE.test(path) && !NOT_CHECKED.test(path))

if (import.meta.main) {
  const messages = trackedFiles().flatMap((path) =>
    avoidedWords(path, readFileSync(join(ROOT, path), 'utf8')),
  )
  for (const message of messages) console.error(message)
  if (messages.length > 0) process.exitCode = 1
}
