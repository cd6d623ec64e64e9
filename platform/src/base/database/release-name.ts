import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../../../package.json', import.meta.url)

/**
 * The release that applies migrations, such as `@wasl/platform 0.1.0`. The name is its line: a fork that
 * makes releases of its own gives its package another name.
 */
export const releaseName = (): string => {
  const { name, version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, string>
  return `${name} ${version}`
}

export const lineOf = (release: string): string => release.split(' ')[0] ?? ''
