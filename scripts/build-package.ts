/**
 * node scripts/build-package.ts <protocol|partner-kit> [folder]: a package as it is published, in
 * its dist/ (or another folder): ES modules and CommonJS with types of their own, made by tsc, and
 * a manifest whose exports lead to them. In the repository everything runs from the TypeScript
 * sources, so nothing else needs this.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** What is published, and which of our own packages each stands on. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  'partner-kit': ['protocol'],
}

/** Each kind of modules, and what the manifest in its folder says of it. */
const FORMATS = { esm: 'module', cjs: 'commonjs' } as const

/** The oldest Node.js that both are tested on, and what the language has there. */
const NODE_MIN = '>=20'
const LANGUAGE = ['es2023', 'es2024.string']

type Manifest = {
  name: string
  version: string
  description: string
  license: string
  exports: Record<string, string>
  dependencies: Record<string, string>
}

const main = (): void => {
  const [name = '', folder] = process.argv.slice(2)
  if (!Object.hasOwn(PACKAGES, name)) {
    const known = Object.keys(PACKAGES).join(', ')
    console.error(`expected a package among ${known}, received "${name}"`)
    process.exit(1)
  }
  const target = resolve(folder ?? join(ROOT, name, 'dist'))
  const workshop = mkdtempSync(join(tmpdir(), 'wasl-build-'))
  try {
    build(name, target, workshop)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** In a workshop of its own, where packages are found as somebody who installed them finds them. */
const build = (name: string, target: string, workshop: string): void => {
  mkdirSync(join(workshop, 'node_modules/@wasl'), { recursive: true })
  for (const library of ['zod', '@types']) {
    symlinkSync(join(ROOT, 'node_modules', library), join(workshop, 'node_modules', library))
  }
  for (const needed of PACKAGES[name] ?? []) {
    const inner = mkdtempSync(join(workshop, 'build-'))
    build(needed, join(workshop, 'node_modules/@wasl', needed), inner)
  }
  const manifest = JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8')) as Manifest
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const [format, type] of Object.entries(FORMATS)) {
    const folder = join(workshop, format)
    copySources(name, folder, {
      type,
      version: manifest.version,
      description: manifest.description,
    })
    compile(folder, type, Object.values(manifest.exports))
    nameBuiltFiles(join(folder, 'out'))
    cpSync(join(folder, 'out'), join(target, format), { recursive: true })
    cpSync(join(folder, 'package.json'), join(target, format, 'package.json'))
  }
  writeJson(join(target, 'package.json'), published(manifest))
  for (const [path, source] of Object.entries(manifest.exports)) {
    if (path !== '.') writeRedirect(join(target, path), source)
  }
  cpSync(join(ROOT, name, 'README.md'), join(target, 'README.md'))
  for (const text of ['LICENSE', 'NOTICE']) cpSync(join(ROOT, text), join(target, text))
}

type InnerManifest = { type: string; version: string; description: string }

/** What tsc makes of a file depends on the manifest beside it, so each format has a copy. */
const copySources = (name: string, folder: string, manifest: InnerManifest): void => {
  for (const part of ['src', 'vectors']) {
    const source = join(ROOT, name, part)
    if (existsSync(source)) cpSync(source, join(folder, part), { recursive: true })
  }
  writeJson(join(folder, 'package.json'), manifest)
  if (manifest.type === 'module') return
  // `require` reads JSON as it is, and tsc refuses to be told so.
  for (const file of globSync('src/**/*.ts', { cwd: folder })) {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(" with { type: 'json' }", ''))
  }
}

const compile = (folder: string, type: string, entries: string[]): void => {
  writeJson(join(folder, 'tsconfig.json'), {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      target: 'es2023',
      lib: LANGUAGE,
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      verbatimModuleSyntax: type === 'module',
      rootDir: folder,
      outDir: join(folder, 'out'),
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    files: entries.map((entry) => join(folder, entry)),
    include: [],
  })
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** tsc names what was built in JavaScript, and leaves the sources' names in the declarations. */
const nameBuiltFiles = (folder: string): void => {
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replaceAll(/((?:from |import\()'\.[^']*)\.ts'/g, "$1.js'"))
  }
}

/** The manifest on npm. In the repository it is private, so that the sources cannot be published. */
const published = ({ name, version, description, license, exports, dependencies }: Manifest) => ({
  name,
  version,
  description,
  license,
  type: 'module',
  // For tools that know nothing of "exports".
  main: './cjs/src/index.js',
  types: './cjs/src/index.d.ts',
  exports: {
    ...Object.fromEntries(
      Object.entries(exports).map(([path, source]) => [path, builtExport(source)]),
    ),
    './package.json': './package.json',
  },
  files: [
    ...Object.keys(FORMATS),
    ...Object.keys(exports).flatMap((path) => (path === '.' ? [] : [path.slice(2)])),
    'NOTICE',
  ],
  sideEffects: false,
  dependencies,
  engines: { node: NODE_MIN },
  publishConfig: { access: 'public' },
})

/** `./src/adapters/hono.ts` becomes `./esm/src/adapters/hono.js` and its sibling in cjs. */
const builtExport = (source: string): object => {
  const path = builtPath(source)
  const inFormat = (format: keyof typeof FORMATS): object => ({
    types: `./${format}/${path}.d.ts`,
    default: `./${format}/${path}.js`,
  })
  return { import: inFormat('esm'), require: inFormat('cjs') }
}

const builtPath = (source: string): string => source.replace(/^\.\//, '').replace(/\.ts$/, '')

/** TypeScript projects that resolve as Node.js 10 did, as NestJS's long did, look into a folder. */
const writeRedirect = (folder: string, source: string): void => {
  mkdirSync(folder)
  const path = `../cjs/${builtPath(source)}`
  writeJson(join(folder, 'package.json'), { main: `${path}.js`, types: `${path}.d.ts` })
}

const writeJson = (path: string, value: unknown): void => {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

main()
