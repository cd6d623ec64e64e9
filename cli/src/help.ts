/** Help for commands, and the message for an unknown command. */
import { Help, type Command } from 'commander'
import { usage, type Problem } from './problem.ts'

/**
 * Adds `help [command...]` to a command. Commander's own shows the whole help for an unknown command,
 * and does not say that it is unknown.
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
  if (names.length === 0) return usage(`"${path}" has no subcommands.`)
  const sorted = (text: string): string => text.split('').toSorted().join('')
  const near = names.find(
    (name) => name.startsWith(word.slice(0, 2)) || sorted(name) === sorted(word),
  )
  const guess = near === undefined ? '' : ` Did you mean "${near}"?`
  return usage(
    `"${`${path} ${word}`.trim()}" is not a command.${guess}`,
    `Commands: ${names.join(', ')}.`,
  )
}

/** After an error of its arguments, each command names its own help, where its examples are. */
export const pointToHelp = (command: Command, path: string): void => {
  command.showHelpAfterError(`(see: ${path} --help)`)
  for (const child of command.commands) pointToHelp(child, `${path} ${child.name()}`)
}

/** Narrower descriptions go below the name. */
const DESCRIPTION_COLUMNS_MIN = 32
const INDENT = '      '

/** For `configureHelp`: narrow terminals, such as a phone's, do not break words. */
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
