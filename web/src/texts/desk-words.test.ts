import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCREENS = join(import.meta.dirname, '..')

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
  for (const file of globSync('{console,portal,shared}/**/*texts.ts', { cwd: SCREENS })) {
    const source = readFileSync(join(SCREENS, file), 'utf8')
    found.push(
      ...NOT_SAID.filter((word) => word.test(source)).map((word) => `${file} ${word.source}`),
    )
  }
  expect(found).toEqual([])
})
