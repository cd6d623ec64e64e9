/** Finds the packages that a workspace needs at run time, from package-lock.json. */

export type LockedPackage = {
  version?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type LockedPackages = Record<string, LockedPackage>

/**
 * The folders of a workspace's direct and indirect dependencies, as in the lockfile
 * (`node_modules/pg`, `node_modules/a/node_modules/b`).
 *
 * @param wanted those of the workspace's own dependencies, with what they need; the bundle has the others.
 * @throws Error when the lockfile lacks a needed package.
 */
export const productionPackages = (
  packages: LockedPackages,
  workspace: string,
  wanted: ReadonlySet<string>,
): string[] => {
  const found = new Set<string>()
  const visit = (folder: string): void => {
    const locked = packages[folder] as LockedPackage
    for (const { name, isOptional } of needsOf(locked)) {
      if (folder === workspace && !wanted.has(name)) continue
      const path = resolve(packages, folder, name)
      if (path === null && isOptional) continue
      if (path === null) throw new Error(`expected ${name}, which ${folder} needs, in the lockfile`)
      if (found.has(path)) continue
      found.add(path)
      const { link, resolved } = packages[path] as LockedPackage
      visit(link === true && resolved !== undefined ? resolved : path)
    }
  }
  visit(workspace)
  return [...found].toSorted()
}

const needsOf = (locked: LockedPackage): { name: string; isOptional: boolean }[] => [
  ...Object.keys(locked.dependencies ?? {}).map((name) => ({ name, isOptional: false })),
  ...Object.keys(locked.optionalDependencies ?? {}).map((name) => ({ name, isOptional: true })),
  ...Object.keys(locked.peerDependencies ?? {})
    .filter((name) => locked.peerDependenciesMeta?.[name]?.optional !== true)
    .map((name) => ({ name, isOptional: true })),
]

/** Searches as Node.js does: in this folder's node_modules, then in those above it. */
const resolve = (packages: LockedPackages, from: string, name: string): string | null => {
  let folder = from
  for (;;) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return null
    folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : ''
  }
}
