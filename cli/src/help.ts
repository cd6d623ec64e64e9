/** Help for commands, and what is said to those that there are not. */
import { Help, type Command } from 'commander'
import { usage, type Problem } from './problem.ts'

/**
 * `help [command...]` below this command. Commander's own shows the whole help for a command that
 * there is not, without a word about it.
 *
 * @param path what is typed before its commands, such as "wasl dev".
 */
export const addHelp = (
  parent: Command,
  path: string,
  description = 'help for a command',
): void => {
  parent
    .helpCommand(false)
    .command('help')
    .description(description)
    .argument('[command...]')
    .action((words: string[]) => {
      let command = parent
      let at = path
      for (const word of words) {
        const found = command.commands.find((child) => child.name() === word)
        if (found === undefined) throw noSuchCommand(command, at, word)
        command = found
        at = `${at} ${word}`.trim()
      }
      command.help()
    })
}

/** @param path what is typed before it. */
export const noSuchCommand = (command: Command, path: string, word: string): Problem => {
  const names = command.commands.map((child) => child.name())
  if (names.length === 0) return usage(`"${path}" has no commands below it.`)
  const sorted = (text: string): string => text.split('').toSorted().join('')
  const near = names.find(
    (name) => name.startsWith(word.slice(0, 2)) || sorted(name) === sorted(word),
  )
  const guess = near === undefined ? '' : ` Did you mean "${near}"?`
  return usage(
    `"${`${path} ${word}`.trim()}" is no command.${guess}`,
    `There are: ${names.join(', ')}.`,
  )
}

/** What is left for descriptions beside the longest name, at least; with less they go below it. */
const DESCRIPTION_COLUMNS_MIN = 32
const INDENT = '      '

/** For `configureHelp`: terminals that are narrow, such as a phone's, get whole words too. */
export const narrowHelp: Partial<Help> = {
  formatItem(term, termWidth, description, helper) {
    const width = helper.helpWidth ?? 80
    const isWide = width - termWidth >= DESCRIPTION_COLUMNS_MIN + 4
    if (isWide || description === '') {
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper)
    }
    const lines = helper.boxWrap(description, Math.max(width - INDENT.length, 1)).split('\n')
    return [`  ${term}`, ...lines.map((line) => `${INDENT}${line}`)].join('\n')
  },
  minWidthToWrap: 20,
}
