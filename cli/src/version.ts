import { readFileSync } from 'node:fs'

/** The version of package.json and of Node.js. */
export const versionText = (): string => {
  const file = new URL('../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return `wasl ${version} (Node.js ${process.versions.node})`
}
