/**
 * A lint rule: imports between rooms run downward. A room imports itself and the rooms before it in the
 * list of its house, types included. Tests are free: a test may look at what stands above.
 */
import { dirname, posix } from 'node:path'

/** The rooms of each house, the lowest first. ARCHITECTURE.md says what each one knows. */
export const HOUSES: Readonly<Record<string, readonly string[]>> = {
  'platform/src': [
    'base',
    'cells',
    'ledger',
    'parties',
    'delivery',
    'payments',
    'money',
    'operations',
    'moves',
    'http',
    'run',
  ],
  'web/src': [
    'api',
    'texts',
    'money',
    'time',
    'session',
    'problems',
    'components',
    'lists',
    'people',
    'payments',
    'sign-in',
    'frame',
    'till',
    'account',
    'portal',
    'console',
  ],
}

type Source = { type: string; value?: unknown }
type Node = { source?: Source | null }
type Context = { filename: string; report(problem: { node: Node; message: string }): void }

/** Where a file stands: its house, and its path inside it. */
const placeOf = (file: string): { house: string; inside: string } | null => {
  for (const house of Object.keys(HOUSES)) {
    const start = file.lastIndexOf(`/${house}/`)
    if (start !== -1) return { house, inside: file.slice(start + house.length + 2) }
  }
  return null
}

const roomOf = (inside: string): string => inside.split('/')[0] ?? ''

/** Why an import is refused; null when it runs downward or leaves the house. */
const problemOf = (rooms: readonly string[], inside: string, from: string): string | null => {
  const target = posix.join(dirname(inside), from)
  if (target.startsWith('..')) return null
  const [own, other] = [roomOf(inside), roomOf(target)]
  if (!rooms.includes(own)) {
    return `"${own}" is no room: a file stands in one of ${rooms.join(', ')}.`
  }
  if (rooms.indexOf(other) <= rooms.indexOf(own)) return null
  return (
    `The room ${own} stands below ${other} and cannot import it. Move what both need into the lower ` +
    'room, or pass it as an argument.'
  )
}

const order = {
  create: (context: Context) => {
    const file = context.filename.replaceAll('\\', '/')
    const place = file.endsWith('.test.ts') ? null : placeOf(file)
    if (place === null) return {}
    const rooms = HOUSES[place.house] ?? []
    const check = (node: Node): void => {
      const from = node.source?.value
      if (typeof from !== 'string' || !from.startsWith('.')) return
      const message = problemOf(rooms, place.inside, from)
      if (message !== null) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}

// The linter loads the default export of a plugin.
// oxlint-disable-next-line import/no-default-export
export default { meta: { name: 'rooms' }, rules: { order } }
