import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')

const MODULES = dirname(fileURLToPath(import.meta.resolve('@mantine/core')))

/** The parts of Mantine that the screens import: `Modal`. */
const imported = (): string[] => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    ),
  )
  return [...new Set(names)].filter((name) => existsSync(componentOf(name)))
}

const componentOf = (name: string): string => join(MODULES, 'components', name, `${name}.mjs`)

/** The parts with styles of their own that a file of Mantine imports, itself among them. */
const styledBelow = (path: string, seen = new Set<string>()): string[] => {
  if (seen.has(path) || !existsSync(path)) return []
  seen.add(path)
  const own = /(\w+)\.module\.mjs$/.exec(path)?.[1]
  const imports = readFileSync(path, 'utf8').matchAll(/from\s*"(\.[^"]+)"/g)
  const below = [...imports].flatMap(([, from = '']) =>
    styledBelow(join(dirname(path), from), seen),
  )
  return own === undefined ? below : [own, ...below]
}

test('every part of Mantine that a screen shows has its styles', () => {
  const parts = imported()
  expect(parts).toContain('Modal')
  const needed = [...new Set(parts.flatMap((name) => styledBelow(componentOf(name))))]
  expect(needed).toContain('Overlay')
  const sheet = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8')
  expect(needed.filter((name) => !sheet.includes(`/${name}.css'`))).toEqual([])
})
