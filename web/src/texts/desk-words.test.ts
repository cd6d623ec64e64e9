import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

/** Console, portal and the rooms that they share, and what the protocol gives them to say. */
const files = [
  ...globSync('web/src/**/*texts.ts', { cwd: ROOT, exclude: ['web/src/{till,account}/**'] }),
  ...globSync('protocol/src/*-words.ts', { cwd: ROOT }),
]

/** What nobody at a desk says, or what a bank, a counter and a payment would all call the same. */
const NOT_SAID = [
  /[Vv]errous? perdus?/,
  /حجوزات ضائعة|حجز ضائع/,
  /Lost locks?\b/,
  /arriérés?/,
  /[Tt]ranch(?:er|é|e)\b/,
  /fr: '(?:Remises?|Dépôts?)'/,
  /[Ss]ervices? de caisse|Prise de poste/,
  /[Jj]ournées? (?:n’est )?(?:pas |encore )?scellée/,
  /Scellé jusqu|Sealed up to/,
  /auprès de \{/,
  /Prévenir à nouveau/,
  /Repère/,
]

test('the texts of console and portal use the words of the desks', () => {
  const found: string[] = []
  expect(files.length).toBeGreaterThan(60)
  expect(files).toContain('protocol/src/ledger-words.ts')
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), 'utf8')
    found.push(
      ...NOT_SAID.filter((word) => word.test(source)).map((word) => `${file} ${word.source}`),
    )
  }
  expect(found).toEqual([])
})
