/** The lockfile decides what an installation fetches and runs, not the publisher of a package (W72). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

type Locked = {
  version?: string
  integrity?: string
  link?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** All packages except the workspaces, which are folders of this repository. */
const fetched = Object.entries(packages).filter(
  ([path, { link }]) => link !== true && path.includes('node_modules/'),
)

const isFor = (wanted: string | string[] | undefined, ours: string): boolean =>
  wanted === undefined || [wanted].flat().includes(ours)

test.each(['x64', 'arm64'])('every package for Linux on %s has a checksum', (cpu) => {
  const installed = fetched.filter(
    ([, locked]) =>
      isFor(locked.os, 'linux') && isFor(locked.cpu, cpu) && isFor(locked.libc, 'glibc'),
  )
  expect(installed.length).toBeGreaterThan(300)
  const bare = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  // Packages for another C library can only be recognised by their name.
  expect(bare.map(([path]) => path).filter((path) => !/musl|gnueabi/.test(path))).toEqual([])
})

test.each(['x64', 'arm64'])('each Node.js for Linux on %s is in the lockfile', (cpu) => {
  const versions = ['', 'scripts/runtimes/node-22/', 'scripts/runtimes/node-20/'].map(
    (folder) => packages[`${folder}node_modules/node-linux-${cpu}`]?.version?.split('.')[0],
  )
  expect(versions).toEqual(['24', '22', '20'])
})

test('every package of Bruno’s command line has a checksum, or is left out', () => {
  const text = readFileSync(join(ROOT, 'scripts/bruno/cli/package-lock.json'), 'utf8')
  const locked = Object.entries((JSON.parse(text) as { packages: Record<string, Locked> }).packages)
  const own = locked.filter(([path, { link }]) => link !== true && path.includes('node_modules/'))
  expect(own.length).toBeGreaterThan(200)
  expect(own.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
})

test('no package runs a script during the installation', () => {
  const settings = readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')
  expect(settings).toContain('ignore-scripts=true')
})
