/**
 * npm run build [-- --into <folder>] [--repository <url>]
 *
 * Builds every published package, each into its `dist` or into a folder below `--into`. A package
 * is published when its package.json has `publishConfig`. tsdown writes ES modules, CommonJS and the
 * types of both; this script writes the manifest that leads to them. Nothing else needs a build: in
 * the repository everything runs from its TypeScript sources (W98).
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'tsdown'

const ROOT = join(import.meta.dirname, '..')

/** In each package: the source files, and what the language has in its oldest Node.js. */
const TSCONFIG = 'tsconfig.build.json'

/** tsdown runs the compiler as a program, so it does not need the programming interface. */
const KNOWN_WARNING = 'TypeScript 7.0 does not yet have a stable API'

type Format = 'esm' | 'cjs'

/** Of the fields that npm knows, those that are used here. */
type Manifest = {
  name: string
  version: string
  description: string
  license: string
  exports: Record<string, string>
  dependencies: Record<string, string>
  engines: { node: string }
  publishConfig?: { access: string }
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { into: { type: 'string' }, repository: { type: 'string' } },
  })
  for (const folder of publishedFolders()) {
    const target =
      values.into === undefined ? join(ROOT, folder, 'dist') : resolve(values.into, folder)
    await buildPackage(folder, target, values.repository)
    process.stdout.write(`built ${relative(process.cwd(), target)}\n`)
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

const publishedFolders = (): string[] => {
  const { workspaces } = readJson('package.json') as { workspaces: string[] }
  return globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: ROOT },
  )
    .filter((path) => (readJson(path) as Manifest).publishConfig !== undefined)
    .map((path) => dirname(path))
}

const buildPackage = async (
  folder: string,
  target: string,
  repository: string | undefined,
): Promise<void> => {
  const manifest = readJson(join(folder, 'package.json')) as Manifest
  rmSync(target, { recursive: true, force: true })
  checkTypes(folder)
  for (const format of formatsOf(manifest)) {
    await buildFormat(folder, join(target, format), manifest, format)
  }
  writeJson(join(target, 'package.json'), publishedManifest(manifest, folder, repository))
  for (const path of Object.keys(manifest.exports)) writeRedirect(target, path, manifest)
  cpSync(join(ROOT, folder, 'README.md'), join(target, 'README.md'))
  for (const text of ['LICENSE', 'NOTICE']) cpSync(join(ROOT, text), join(target, text))
}

const buildFormat = async (
  folder: string,
  target: string,
  manifest: Manifest,
  format: Format,
): Promise<void> => {
  await build({
    config: false,
    cwd: join(ROOT, folder),
    root: join(ROOT, folder, 'src'),
    entry: Object.values(manifest.exports),
    outDir: target,
    format,
    // Twins of one name are neighbours in a tarball, so it compresses to less than with .cjs and .mjs.
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
    platform: 'node',
    // The syntax that it writes is for the Node.js in the package's `engines`.
    tsconfig: join(ROOT, folder, TSCONFIG),
    dts: true,
    // One file for each source file, so that a stack trace names the file that a reader can find.
    unbundle: true,
    failOnWarn: true,
    logLevel: 'warn',
    suppressWarnings: [KNOWN_WARNING],
    inputOptions: { checks: { pluginTimings: false } },
  })
  writeJson(join(target, 'package.json'), { type: format === 'esm' ? 'module' : 'commonjs' })
}

/** tsdown writes declarations without checking them. Several checkers would each resolve the same types. */
const checkTypes = (folder: string): void => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '--checkers', '1', '-p', join(ROOT, folder, TSCONFIG)]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`expected ${folder} to compile, received exit code ${status}`)
}

/** The sources' manifest says `private`, so that the sources cannot be published by mistake. */
const publishedManifest = (
  manifest: Manifest,
  folder: string,
  repository: string | undefined,
): object => ({
  name: manifest.name,
  version: manifest.version,
  description: manifest.description,
  license: manifest.license,
  // npm compares it with the repository whose workflow publishes.
  ...(repository === undefined
    ? {}
    : { repository: { type: 'git', url: `git+${repository}.git`, directory: folder } }),
  type: 'module',
  ...fallbackOf(manifest.exports['.'] as string, manifest),
  exports: {
    ...Object.fromEntries(
      Object.entries(manifest.exports).map(([path, source]) => [path, exportOf(source, manifest)]),
    ),
    './package.json': './package.json',
  },
  sideEffects: false,
  dependencies: manifest.dependencies,
  engines: manifest.engines,
  publishConfig: manifest.publishConfig,
})

/** Node.js 22 can `require` ES modules, so CommonJS is written for packages that run on an older one. */
const formatsOf = ({ engines }: Manifest): Format[] =>
  engines.node.startsWith('>=20') ? ['esm', 'cjs'] : ['esm']

/** `./src/adapters/hono.ts` becomes `./esm/adapters/hono.js` and its types. */
const builtEntry = (source: string, format: Format): { types: string; default: string } => {
  const path = source.replace('./src/', `./${format}/`).replace(/\.ts$/, '')
  return { types: `${path}.d.ts`, default: `${path}.js` }
}

const exportOf = (source: string, manifest: Manifest): object =>
  formatsOf(manifest).includes('cjs')
    ? { import: builtEntry(source, 'esm'), require: builtEntry(source, 'cjs') }
    : builtEntry(source, 'esm')

/** For tools that do not read `exports`. */
const fallbackOf = (source: string, manifest: Manifest, base = ''): object => {
  const entry = builtEntry(source, formatsOf(manifest).at(-1) as Format)
  return { main: base + entry.default, types: base + entry.types }
}

/**
 * TypeScript that resolves as Node.js 10 did, as many NestJS projects do, ignores `exports` and
 * looks for `express/package.json` in the package.
 */
const writeRedirect = (target: string, path: string, manifest: Manifest): void => {
  if (path === '.') return
  mkdirSync(join(target, path), { recursive: true })
  const redirect = fallbackOf(manifest.exports[path] as string, manifest, '.')
  writeJson(join(target, path, 'package.json'), redirect)
}

const writeJson = (path: string, value: object): void => {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

await main()
