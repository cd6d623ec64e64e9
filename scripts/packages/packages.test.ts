/** Every published package, installed from its tarball as a partner installs it. */
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NODES, ROOT, installPackages, run } from './install.ts'
import type { Installation, PublishedPackage } from './install.ts'

/** Who publishes what is decided here. The platform and the command line run from a checkout. */
const PUBLISHED = ['conformance', 'partner-kit', 'protocol']

const folder = mkdtempSync(join(tmpdir(), 'wasl-packages-'))
let installation: Installation

beforeAll(async () => {
  installation = await installPackages(folder)
  symlinkSync(join(ROOT, 'node_modules/@types'), join(installation.project, 'node_modules/@types'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const packageOf = (name: string): PublishedPackage => {
  const found = installation.packages.find((published) => published.folder === name)
  if (found === undefined) throw new Error(`expected ${name} to be published`)
  return found
}

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'))

/** The source file of each import path, such as `@wasl/partner-kit/hono`. */
const sourcesOf = (name: string): [string, string][] => {
  const manifest = readJson(ROOT, name, 'package.json') as {
    name: string
    exports: Record<string, string>
  }
  return Object.entries(manifest.exports).map(([path, source]) => [
    manifest.name + path.slice(1),
    join(ROOT, name, source),
  ])
}

const enginesOf = (name: string): string =>
  (readJson(ROOT, name, 'package.json') as { engines: { node: string } }).engines.node

/** The Node.js versions, of those tested, that a package says it runs on. */
const nodesOf = (name: string): [string, string][] => {
  const majorMin = Number(/^>=(\d+)/.exec(enginesOf(name))?.[1])
  return Object.entries(NODES).filter(([major]) => Number(major) >= majorMin)
}

test('the build makes a package of each published folder, and of no other', () => {
  expect(installation.packages.map((published) => published.folder)).toEqual(PUBLISHED)
})

test('the installed packages bring nothing along but zod and undici', () => {
  const modules = join(installation.project, 'node_modules')
  const names = readdirSync(modules).filter((name) => !name.startsWith('.') && name !== '@types')
  expect(names).toEqual(['@wasl', 'undici', 'zod'])
  expect(readdirSync(join(modules, '@wasl'))).toEqual(PUBLISHED)
})

describe.each(PUBLISHED)('the package of %s', (name) => {
  test('has a README, the licence and the notice', () => {
    const { built, manifest } = packageOf(name)
    expect(manifest.license).toBe('Apache-2.0')
    for (const [file, original] of [
      ['README.md', join(ROOT, name, 'README.md')],
      ['LICENSE', join(ROOT, 'LICENSE')],
      ['NOTICE', join(ROOT, 'NOTICE')],
    ] as const) {
      expect(readFileSync(join(built, file), 'utf8')).toBe(readFileSync(original, 'utf8'))
    }
  })

  test('has the version of the repository, and depends on exactly that version of the others', () => {
    const { version } = readJson(ROOT, 'package.json') as { version: string }
    const { manifest } = packageOf(name)
    expect(manifest.version).toBe(version)
    const ours = Object.entries(manifest.dependencies).filter(([key]) => key.startsWith('@wasl/'))
    expect(ours.map(([, wanted]) => wanted)).toEqual(ours.map(() => version))
  })

  test('states its size in its README, to within a tenth', () => {
    const { packedSize, unpackedSize } = packageOf(name)
    const readme = readFileSync(join(ROOT, name, 'README.md'), 'utf8')
    const stated = /(\d+) KB packed, (\d+) KB unpacked/.exec(readme)
    const sizes = [packedSize, unpackedSize].map((bytes) => Math.round(bytes / 1000))
    const correct = `${sizes[0]} KB packed, ${sizes[1]} KB unpacked`
    const errors = sizes.map((size, index) => Math.abs(Number(stated?.[index + 1]) / size - 1))
    const isClose = errors.every((error) => error <= 0.1)
    expect(isClose, `${name}/README.md says ${stated?.[0]}, and it is ${correct}`).toBe(true)
  })

  test('is one that publint accepts', () => {
    const publint = join(ROOT, 'node_modules/.bin/publint')
    const { stdout } = run(publint, ['run', packageOf(name).tarball, '--strict'], folder)
    expect(stdout).toContain('All good!')
  })

  test('has types that resolve however a project resolves them', () => {
    const attw = join(ROOT, 'node_modules/.bin/attw')
    // Node.js 22 can require ES modules, and attw does not know it.
    const profile = enginesOf(name) === '>=20' ? 'strict' : 'esm-only'
    const args = [packageOf(name).tarball, '--no-emoji', '--profile', profile]
    const { status, stdout } = run(attw, args, folder)
    expect(stdout).toContain('OK (ESM)')
    expect(status, stdout).toBe(0)
  })

  test('holds no source, no test, no source map and no path of this machine', () => {
    const { built } = packageOf(name)
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /\.test\.|\.map$|(?<!\.d)\.[cm]?ts$/.test(file))).toEqual([])
    const texts = files.filter((file) => /\.(?:[cm]?js|json|[cm]?ts|md)$/.test(file))
    expect(texts.length).toBeGreaterThan(20)
    for (const file of texts) {
      const text = readFileSync(join(built, file), 'utf8')
      expect(text).not.toContain(ROOT)
      expect(text).not.toContain('sourceMappingURL')
    }
  })

  test('cannot be published from its sources', () => {
    expect(readJson(ROOT, name, 'package.json')).toMatchObject({ private: true })
    expect(packageOf(name).manifest).not.toHaveProperty('private')
  })

  test('keeps the documentation of what it declares', () => {
    const { built } = packageOf(name)
    const documented = globSync('src/**/*.ts', { cwd: join(ROOT, name) })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const declarations = join(built, file.replace('src/', 'esm/').replace('.ts', '.d.ts'))
        if (!existsSync(declarations)) return []
        const types = readFileSync(declarations, 'utf8')
        return documentedNames(readFileSync(join(ROOT, name, file), 'utf8'))
          .filter((item) => new RegExp(`(?:const|function|type) ${item.name}\\b`).test(types))
          .map(({ name: item, comment }) => ({ item, comment, types: words(types) }))
      })
    expect(documented.length).toBeGreaterThan(10)
    const lost = documented.filter(({ comment, types }) => !types.includes(comment))
    expect(lost.map(({ item }) => item)).toEqual([])
  })

  test.each(nodesOf(name))('exports on Node.js %s what its sources export', async (_, node) => {
    const entries = sourcesOf(name)
    const paths = entries.map(([path]) => path)
    writeFileSync(join(installation.project, 'print-names.mjs'), PRINT_NAMES)
    const args = ['--no-warnings', 'print-names.mjs', ...paths]
    const { stdout, stderr } = run(node, args, installation.project)
    expect(stderr).toBe('')
    const found = JSON.parse(stdout) as { imported: string[]; required: string[] }[]
    const sources = await Promise.all(entries.map(([, source]) => import(source)))
    const names = sources.map((module: object) => Object.keys(module).toSorted())
    expect(names.flat().length).toBeGreaterThan(0)
    expect(found).toEqual(names.map((each) => ({ imported: each, required: each })))
  })
})

test.each([
  ['ES modules', 'mts', 'nodenext', 'nodenext'],
  ['CommonJS', 'cts', 'nodenext', 'nodenext'],
  ['a bundler', 'mts', 'preserve', 'bundler'],
])('a strict project of %s compiles with every entry', (_, extension, module, resolution) => {
  const lines = PUBLISHED.flatMap(sourcesOf).flatMap(([path], index) => [
    `import * as entry${index} from '${path}'`,
    `export const used${index}: object = entry${index}`,
    `// @ts-expect-error The entry has types, and exports nothing of this name.`,
    `export const missing${index} = entry${index}.nothingOfThisName`,
  ])
  const file = `consumer.${extension}`
  writeFileSync(join(installation.project, file), lines.join('\n'))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const strict = '--checkers 1 --noEmit --strict --target es2022 --types node'
  const resolved = `--module ${module} --moduleResolution ${resolution}`
  const args = [tsc, ...strict.split(' '), ...resolved.split(' '), file]
  const { status, stdout } = run(process.execPath, args, installation.project)
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

/** A program that prints what each package named in its arguments exports, both ways. */
const PRINT_NAMES = `
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const namesOf = (module) =>
  Object.keys(module).filter((name) => !['default', '__esModule', 'module.exports'].includes(name)).sort()
const found = []
for (const path of process.argv.slice(2)) {
  found.push({ imported: namesOf(await import(path)), required: namesOf(require(path)) })
}
console.log(JSON.stringify(found))
`

/** The words alone, because the build indents comments in its own way. */
const words = (text: string): string => text.replaceAll(/[\s*/]+/g, ' ').trim()

const documentedNames = (source: string): { name: string; comment: string }[] =>
  Array.from(
    source.matchAll(
      /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport (?:async )?(?:function|const|type) (\w+)/g,
    ),
    ([, comment = '', name = '']) => ({ name, comment: words(comment) }),
  )
