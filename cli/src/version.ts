import { readFileSync } from 'node:fs'

/** The version in package.json, and the Node.js that runs it. */
export const versionText = (): string => {
  const file = new URL('../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return `wasl ${version} (Node.js ${process.versions.node})`
}
