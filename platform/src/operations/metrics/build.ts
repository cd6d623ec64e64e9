import { existsSync, readFileSync } from 'node:fs'

const MANIFEST = new URL('../../../package.json', import.meta.url)

/** In a release (`npm run release`) this file stands beside the platform's folder. */
const RELEASE = new URL('../../../../release.json', import.meta.url)

export type Build = { version: string; commit: string | null; node: string }

/** The release that runs, its commit if it is known, and the Node.js that runs it. */
export const readBuild = (): Build => {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }
  return { version, commit: commitOfRelease(), node: process.versions.node }
}

const commitOfRelease = (): string | null => {
  if (!existsSync(RELEASE)) return null
  return (JSON.parse(readFileSync(RELEASE, 'utf8')) as { commit: string | null }).commit
}
