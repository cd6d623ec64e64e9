import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'rolldown'
import { bundledName } from './entries.mjs'

export type Places = {
  root: string
  entries: readonly string[]
  /** The root as seen from the bundle. */
  home: string
  onModule: (file: string) => void
}

/** `join(import.meta.dirname, 'child.ts')`: another program of ours. */
const PROGRAM = /\bjoin\(import\.meta\.dirname,\s*'([^']+\.[cm]?ts)'\)/g

const RESOLVED = /\bimport\.meta\.resolve\('([^']+)'\)/g

const PLACE = /\bimport\.meta\.(dirname|filename|url)\b/g

/**
 * Lets bundled code find the files beside its source: `import.meta` says where the source is, in the
 * checkout or in the release, and not where the bundle is. A program that it starts is the one of the
 * bundle.
 */
export const keepPlaces = ({ root, entries, home, onModule }: Places): Plugin => {
  const pathFrom = (file: string): string =>
    JSON.stringify(`${home}/${relative(root, file).replaceAll('\\', '/')}`)
  const path = (file: string): string =>
    `process.getBuiltinModule('node:path').join(import.meta.dirname, ${pathFrom(file)})`
  const url = (file: string): string => `new URL(${pathFrom(file)}, import.meta.url).href`

  const program = (from: string, name: string): string => {
    const source = relative(root, join(dirname(from), name)).replaceAll('\\', '/')
    if (!entries.includes(source)) {
      throw new Error(`${source} is started by ${from}: name it in scripts/bundle/entries.mjs`)
    }
    return `process.getBuiltinModule('node:path').join(import.meta.dirname, '${bundledName(source)}')`
  }

  return {
    name: 'keep-places',
    moduleParsed: ({ id }) => {
      if (!id.startsWith('\0')) onModule(id.replace(/\?.*$/, ''))
    },
    transform: {
      filter: { code: 'import.meta' },
      async handler(code, id) {
        let text = code.replaceAll(PROGRAM, (_all, name: string) => hide(program(id, name)))
        for (const [all, name = ''] of code.matchAll(RESOLVED)) {
          const found = await this.resolve(name, id)
          if (found === null) throw new Error(`${id} resolves ${name}, which is not there`)
          text = text.replaceAll(all, () => hide(url(found.id)))
        }
        text = text.replaceAll(PLACE, (_all, what: string) => {
          if (what === 'url') return hide(url(id))
          return hide(path(what === 'dirname' ? dirname(id) : id))
        })
        // The lines stay the same.
        return { code: text.replaceAll(HIDDEN, 'import.meta.'), map: null }
      },
    },
  }
}

/** What was put in its place is not replaced again. */
const HIDDEN = 'import_meta_of_bundle.'

const hide = (text: string): string => text.replaceAll('import.meta.', HIDDEN)
