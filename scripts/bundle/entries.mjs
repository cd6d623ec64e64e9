// The programs that run from a bundle, by their source. A move of a program changes this list; the
// build fails when bundled code starts another file of ours.

export const PLATFORM = 'platform/src/run/main.ts'

/** The file of each command of an operator stands here (platform/src/base/command-call.ts). */
export const COMMANDS = 'platform/src/run/commands'

export const PDF_PROGRAM = 'platform/src/base/pdf/child.ts'

/** What a release has. */
export const RELEASED = [
  PLATFORM,
  `${COMMANDS}/audit.ts`,
  `${COMMANDS}/backup.ts`,
  `${COMMANDS}/check.ts`,
  `${COMMANDS}/close-day.ts`,
  `${COMMANDS}/erase-labels.ts`,
  `${COMMANDS}/homes.ts`,
  `${COMMANDS}/invite-owner.ts`,
  `${COMMANDS}/rebuild-ledger.ts`,
  `${COMMANDS}/reseal-secrets.ts`,
  `${COMMANDS}/restore.ts`,
  `${COMMANDS}/retain.ts`,
  `${COMMANDS}/sign-out.ts`,
  PDF_PROGRAM,
]

/** What a checkout keeps beside its sources. */
export const KEPT = [
  ...RELEASED,
  'cli/src/main.ts',
  'reference-partner/src/main.ts',
  'scripts/start.ts',
]

/** The name of a program in a bundle: platform/src/run/main.ts is platform.src.run.main.js. */
export const bundledName = (source) => `${source.replace(/\.ts$/, '').replaceAll('/', '.')}.js`
