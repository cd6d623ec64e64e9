/**
 * `npm run build`: the kit and the protocol as two packages ready to be published, in dist/: plain
 * JavaScript and type declarations for Node 20 and later, made by tsc. In the repository both run
 * from their TypeScript sources, so nothing else needs this. Another folder may be given instead of
 * dist/.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = new URL('../../', import.meta.url)
const dist = pathToFileURL(
  `${process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url))}/`,
)

/** The oldest Node that the kit is tested on. */
const ENGINES = { node: '>=20' }

const PACKAGES = ['protocol', 'partner-kit']

for (const name of PACKAGES) rmSync(new URL(name, dist), { recursive: true, force: true })
const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
const config = fileURLToPath(new URL('../tsconfig.build.json', import.meta.url))
const args = [tsc, '-p', config, '--outDir', fileURLToPath(dist)]
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const name of PACKAGES) finishPackage(name)

/** The manifest that points at what was built, and the texts that go along. */
function finishPackage(name: string): void {
  const source = new URL(`${name}/`, root)
  const target = new URL(`${name}/`, dist)
  const manifest = JSON.parse(readFileSync(new URL('package.json', source), 'utf8')) as object
  const built = {
    ...manifest,
    scripts: undefined,
    exports: { '.': { types: './src/index.d.ts', default: './src/index.js' } },
    engines: ENGINES,
  }
  writeFileSync(new URL('package.json', target), `${JSON.stringify(built, null, 2)}\n`)
  const readme = new URL('README.md', source)
  if (existsSync(readme)) copyFileSync(readme, new URL('README.md', target))
  copyLicense(target)
}

function copyLicense(target: URL): void {
  const license = new URL('LICENSE', root)
  if (existsSync(license)) copyFileSync(license, new URL('LICENSE', target))
}
