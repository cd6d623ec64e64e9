/** How a person who reads one of our texts calls this program. */
import type { Environment } from './environment.ts'

/** Without the flag, npx would fetch somebody else's package where ours is not installed. */
const NPX = 'npx --no-install wasl'

/**
 * As it was called this time: most people have not installed it globally, so `wasl` alone would not be
 * found.
 */
export const callOf = (environment: Environment): string => {
  const { npm_command: command, npm_lifecycle_event: script } = environment
  if (command === undefined) return 'wasl'
  return script === 'wasl' ? 'npm run --silent wasl --' : NPX
}

const COMMANDS = 'dev|trigger|sign|verify|status|qr|certify|homes|mcp|completion|help'

/** `wasl` in front of a command, and not as a part of a path or of a longer word. */
const WRITTEN = new RegExp(
  String.raw`(?<!npx |--no-install |[\w/.-])wasl (?=(?:${COMMANDS})\b)`,
  'g',
)

/** The text with its commands as they must be typed. A second call changes nothing. */
export const asCalled = (call: string, text: string): string =>
  text.replace(WRITTEN, () => `${call} `)
