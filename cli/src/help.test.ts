import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { addHelp, narrowHelp } from './help.ts'

const helpAt = (columns: number): string =>
  new Command('wasl')
    .option('--a-long-option <with-its-value>', 'what it is for, in a sentence that has some words')
    .configureHelp({ ...narrowHelp, helpWidth: columns })
    .helpInformation()

describe('help', () => {
  test('names all commands when the command is unknown', async () => {
    const program = new Command('wasl').exitOverride()
    program.configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    program.command('sign')
    addHelp(program, 'wasl')
    await expect(program.parseAsync(['help', 'sing'], { from: 'user' })).rejects.toMatchObject({
      message: '"wasl sing" is not a command. Did you mean "sign"?',
      remedies: ['Commands: sign, help.'],
    })
  })

  test.each([32, 40, 60])('fits whole words into %i columns', (columns) => {
    const lines = helpAt(columns).split('\n')
    const told = lines.filter((line) => !/--|Usage/.test(line))
    expect(Math.max(...told.map((line) => line.length))).toBeLessThanOrEqual(columns)
    expect(lines.map((line) => line.trim()).join(' ')).toContain(
      'what it is for, in a sentence that has some words',
    )
  })

  test('has names and descriptions side by side on wide terminals', () => {
    expect(helpAt(80)).toMatch(/--a-long-option <with-its-value> {2,}what it is for/)
  })
})
