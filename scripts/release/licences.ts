import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `node_modules/@scope/name`, or one inside another package. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/@]+)\//

const LICENCE = /^(?:licen[cs]e|notice|copying)/i

/** The folders of the packages that a bundle contains. */
export const packagesOf = (root: string, files: string[]): string[] => {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []))
  return [...folders]
    .toSorted()
    .filter((folder) => folder.startsWith(root) && existsSync(join(folder, 'package.json')))
}

/** The licences of packages, which ask to be kept with their code. */
export const licencesOf = (folders: string[]): string => folders.map(licenceOf).join('\n')

const licenceOf = (folder: string): string => {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: unknown }
  const texts = readdirSync(folder)
    .filter((file) => LICENCE.test(file) && !/\.(?:[cm]?[jt]s|json)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return `${name} ${version}: ${JSON.stringify(license)}\n\n${texts.join('\n\n')}\n`
}
