import type { Command } from 'commander'

/** What can follow a chain of commands. */
export type Branch = {
  /** The commands that lead here, such as ['dev', 'fault']. */
  path: string[]
  words: { word: string; description: string }[]
  /** The values of an option that has choices, by the option's name. */
  values: Record<string, string[]>
}

/** The whole command line, for completion. */
export const branchesOf = (command: Command, path: string[] = []): Branch[] => {
  const commands = command.commands.filter((child) => child.name() !== 'help')
  const options = command.options.filter(({ hidden }) => !hidden)
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const branch: Branch = {
    path,
    words: [
      ...commands.map((child) => ({ word: child.name(), description: child.description() })),
      ...choices.map((word) => ({ word, description: '' })),
      ...options.flatMap(({ long, description }) =>
        long === null || long === undefined ? [] : [{ word: long, description }],
      ),
      { word: '--help', description: 'help for this command' },
    ],
    values: Object.fromEntries(
      options.flatMap(({ long, argChoices }) => (long && argChoices ? [[long, argChoices]] : [])),
    ),
  }
  return [branch, ...commands.flatMap((child) => branchesOf(child, [...path, child.name()]))]
}
