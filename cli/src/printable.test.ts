import { expect, test } from 'vitest'
import picocolors from 'picocolors'
import { PassThrough } from 'node:stream'
import { printable } from './printable.ts'
import { createTerminal } from './terminal.ts'

const HOSTILE: [what: string, text: string, shown: string][] = [
  ['a title', 'a\u001b]0;owned\u0007b', String.raw`a\u001b]0;owned\u0007b`],
  ['a cleared screen', '\u001b[2J\u001b[H', String.raw`\u001b[2J\u001b[H`],
  ['a cursor that goes up', '\u001b[1A', String.raw`\u001b[1A`],
  ['concealed text', '\u001b[8m', String.raw`\u001b[8m`],
  ['controls of eight bits', '\u009b2J', String.raw`\u009b2J`],
  ['an overwritten line', 'refused\rpaid', String.raw`refused\u000dpaid`],
  ['another direction', '\u202e599.80', String.raw`\u202e599.80`],
]

test.each(HOSTILE)('%s is shown, and does not act', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('colours, lines, tabs and Arabic stay as they are', () => {
  const { bold, dim, red, green, yellow, cyan } = picocolors.createColors(true)
  const text = [bold('a'), dim('b'), red('c'), green('d'), yellow('e'), cyan('f')].join('\n\t')
  expect(printable(`${text} وصل`)).toBe(`${text} وصل`)
})

test('all that a command prints goes this way', () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const terminal = createTerminal({ stdin: new PassThrough(), stdout, stderr }, {}, 'wasl')
  for (const [, text] of HOSTILE) {
    terminal.out(text)
    terminal.say(text)
    terminal.json({ text })
  }
  const printed = `${stdout.read()}${stderr.read()}`
  expect(printed.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u)
})
