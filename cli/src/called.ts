/** What whoever reads a text of ours has to type to call this program once more. */
import type { Environment } from './environment.ts'

/** Without the flag npx would fetch a stranger's package wherever ours is not installed. */
const NPX = 'npx --no-install wasl'

/**
 * As it was called this time: few have it installed for every folder, and the others would be told
 * that there is no such command.
 */
export const callOf = (environment: Environment): string => {
  const { npm_command: command, npm_lifecycle_event: script } = environment
  if (command === undefined) return 'wasl'
  return script === 'wasl' ? 'npm run --silent wasl --' : NPX
}

const COMMANDS = 'dev|trigger|sign|verify|status|qr|certify|completion|help'

/** Texts are written with `wasl` in front of a command; a path or a longer word is none. */
const WRITTEN = new RegExp(
  String.raw`(?<!npx |--no-install |[\w/.-])wasl (?=(?:${COMMANDS})\b)`,
  'g',
)

/** The text with its commands as they are to be typed. Whoever is told a second time hears the same. */
export const asCalled = (call: string, text: string): string =>
  text.replace(WRITTEN, () => `${call} `)
