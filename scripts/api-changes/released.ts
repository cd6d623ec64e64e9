/** The copy of the last released OpenAPI document, without texts and examples. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutTexts, type ApiDocument } from './document.ts'

const ROOT = join(import.meta.dirname, '../..')

export const RELEASED = join(ROOT, 'protocol/openapi.released.json')

const read = (path: string): ApiDocument => JSON.parse(readFileSync(path, 'utf8')) as ApiDocument

export const readReleased = (): ApiDocument => read(RELEASED)

export const readCurrent = (): ApiDocument => read(join(ROOT, 'protocol/openapi.json'))

/** Each path and each type on a line of its own, so that a difference is readable. */
export const copyOf = (document: ApiDocument): string => {
  const { info, paths, webhooks = {}, components = {} } = document
  const lines = (entries: object): string =>
    Object.entries(entries)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(withoutTexts(value))}`)
      .join(',\n')
  const { schemas = {}, parameters = {}, responses = {} } = components
  const kept = { schemas, parameters, responses }
  const parts = Object.entries(kept).map(
    ([name, part]) => `    "${name}": {\n${lines(withoutTexts(part, true) as object)}\n    }`,
  )
  return `{
  "info": { "version": ${JSON.stringify(info.version)} },
  "paths": {\n${lines(paths)}\n  },
  "webhooks": {\n${lines(webhooks)}\n  },
  "components": {\n${parts.join(',\n')}\n  }
}
`
}
