import { COMMANDS } from '../../platform/src/base/command-call.ts'
import { bundledName, COMMANDS as FOLDER, PLATFORM } from '../bundle/entries.mjs'

const commands = Object.entries(COMMANDS)

const helpLine = (call: string, does: string): string =>
  `${`wasl-platform ${call}`.padEnd(34)}${does}`

const HELP = [
  helpLine('', 'runs the platform until SIGTERM'),
  helpLine('--roles api,dispatch', 'runs a part of its work'),
  ...commands.map(([name, { does }]) => helpLine(name, does)),
]

/** The folder of the bundle in a release. */
export const BUNDLE = 'bundle'

const run = (source: string): string =>
  `exec "$home/bin/node" "$home/${BUNDLE}/${bundledName(source)}" "$@"`

/** The text of `bin/wasl-platform`: the platform, and each command of an operator by its name. */
export const platformProgram = (): string => `#!/bin/sh
${HELP.map((line) => `# ${line}`).join('\n')}
home=$(dirname "$(dirname "$(readlink -f "$0")")")
case "\${1-}" in
${commands.map(([name, { file }]) => `  ${name}) shift; ${run(`${FOLDER}/${file}`)} ;;`).join('\n')}
  help | --help | -h) sed -n '2,${HELP.length + 1}s/^# //p' "$0" ;;
  '' | --roles | --roles=*) ${run(PLATFORM)} ;;
  *) echo "Expected nothing, --roles, ${commands.map(([name]) => name).join(', ')}; received $1." >&2; exit 2 ;;
esac
`
