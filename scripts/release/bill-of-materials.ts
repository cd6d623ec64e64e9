/** The bill of materials of a release (SBOM), in the form of CycloneDX 1.6: what an operator's scanner reads. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of `package-lock.json`, by its folder: `node_modules/pg`. */
type Locked = Record<string, { integrity?: string; license?: string }>

export type Released = {
  version: string
  commit: string | null
  /** The version of the Node.js in the release. */
  node: string
}

type Component = {
  type: 'library' | 'platform'
  'bom-ref': string
  name: string
  version: string
  purl: string
  hashes?: { alg: 'SHA-512'; content: string }[]
  licenses?: { expression: string }[]
}

/** @param folders of the packages that the release contains, relative to `root`, as in the lockfile. */
export const billOfMaterials = (root: string, folders: string[], released: Released): unknown => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Locked
  }
  const { version, commit, node } = released
  const purl = `pkg:generic/node@${node}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `wasl@${version}`,
        name: 'wasl',
        version,
        ...(commit !== null && { properties: [{ name: 'wasl:commit', value: commit }] }),
      },
    },
    components: [
      { type: 'platform', 'bom-ref': purl, name: 'node', version: node, purl } satisfies Component,
      ...folders.toSorted().map((folder) => componentOf(root, folder, packages)),
    ],
  }
}

const componentOf = (root: string, folder: string, packages: Locked): Component => {
  const { name, version } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string }
  const { integrity = '', license } = packages[folder] ?? {}
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [algorithm, digest = ''] = integrity.split('-', 2)
  return {
    type: 'library',
    // A package may be there twice, in two folders.
    'bom-ref': `${purl}#${folder}`,
    name,
    version,
    purl,
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  }
}
