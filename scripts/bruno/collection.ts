/** A collection for Bruno, from the OpenAPI document: a folder for each API, a file for each operation. Pure. */
import {
  resolved,
  schemesOf,
  type OpenApiDocument,
  type Response,
  type Schema,
} from '../../platform/src/http/pages/api-reference/open-api-document.ts'
import { block, requestFile } from './request.ts'
import { operationsOf, variablesOf, type Placed } from './variables.ts'

/** Where the platform of `npx --no-install wasl dev` and its partner listen. */
const ADDRESSES = { baseUrl: 'http://127.0.0.1:8080', partnerUrl: 'http://127.0.0.1:3000' }

const SECRETS = ['partnerKey', 'channelKey', 'operatorKey', 'apiSecret']

/** The text of each file by its path in the collection. */
export const brunoCollection = (document: OpenApiDocument): Map<string, string> => {
  const variables = variablesOf(document)
  const files = new Map([
    [
      'bruno.json',
      `${JSON.stringify({ version: '1', name: 'Wasl', type: 'collection' }, null, 2)}\n`,
    ],
    ['collection.bru', `${block('docs', [DOCS])}\n`],
    ['environments/local.bru', environment(variables)],
  ])
  const byApi = Map.groupBy(
    operationsOf(document).filter((placed) => isCallable(placed)),
    ({ operation }) => operation.tags[0] ?? '',
  )
  for (const [number, { name, description }] of document.tags.entries()) {
    const operations = byApi.get(name) ?? []
    if (operations.length === 0) continue
    const folder = name.replaceAll(':', '')
    const meta = block('meta', [`name: ${name}`, `seq: ${number + 1}`])
    files.set(`${folder}/folder.bru`, `${meta}\n\n${block('docs', [description])}\n`)
    const counts = new Map<string, number>()
    for (const placed of operations) {
      const names = new Set(variables.keys())
      const text = requestFile(document, placed, {
        order: orderOf(placed, counts),
        variables: names,
        brings: broughtBy(document, placed, names),
      })
      files.set(`${folder}/${placed.operation.operationId}.bru`, text)
    }
  }
  return files
}

const DOCS =
  'Made from protocol/openapi.json by npm run generated: change the operations, not these files. ' +
  'Choose the environment "local" and set the secrets that you have. Those of a partner are WASL_API_KEY ' +
  '(partnerKey) and API_SECRET (apiSecret) of: npx --no-install wasl dev env'

/** Pages are for browsers, and the account API for people who have signed in. */
const isCallable = ({ operation, path }: Placed): boolean => {
  const schemes = schemesOf(operation)
  const isOfKey = schemes.some((name) => name !== 'session')
  const isService = schemes.length === 0 && operation.tags.includes('Service') && path !== '/docs'
  // The platform signs its webhooks: `wasl trigger` sends one.
  return (isOfKey && operation.operationId !== 'receiveWebhook') || isService
}

const environment = (variables: ReadonlyMap<string, string>): string => {
  const lines = [...Object.entries(ADDRESSES), ...variables].map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `${block('vars', lines)}\nvars:secret [\n${SECRETS.map((name) => `  ${name}`).join(',\n')}\n]\n`
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/**
 * By the first letters of the thing, such as `payments`, then as the document has it: an operation that
 * is added changes the numbers of few others.
 */
const orderOf = ({ path }: Placed, counts: Map<string, number>): number => {
  const words = path.split('/').filter((word) => /^[a-z]/.test(word) && !/^v\d+$/.test(word))
  const letters = (words[1] ?? words[0] ?? '')
    .replaceAll(/[^a-z]/g, '')
    .padEnd(3, 'a')
    .slice(0, 3)
  const count = (counts.get(letters) ?? 0) + 1
  counts.set(letters, count)
  const rank = Array.from(letters).reduce((sum, letter) => sum * 26 + ALPHABET.indexOf(letter), 0)
  return rank * 100 + count
}

/** What an answer brings for later requests, such as the id of a payment that was opened. */
const broughtBy = (
  document: OpenApiDocument,
  { operation, method, path }: Placed,
  variables: ReadonlySet<string>,
): string[] => {
  if (method !== 'post') return []
  const sent = `${path} ${JSON.stringify(operation.requestBody ?? {})}`
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => {
      const { content = {} } = resolved<Response>(document, response)
      const { schema = {} } = content['application/json'] ?? {}
      const { properties = {} } = resolved<Schema>(document, schema)
      // The first field of a thing is its own id.
      const [own = ''] = Object.keys(properties)
      return variables.has(own) && own.endsWith('Id') && !sent.includes(own) ? [own] : []
    })
}
