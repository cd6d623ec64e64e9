/** Which callers of one OpenAPI document break with another, in sentences. */
import {
  keysOf,
  METHODS,
  resolved,
  schemesOf,
} from '../../platform/src/http/pages/api-reference/open-api-document.ts'
import {
  compareSchemas,
  type Difference,
  type Direction,
  type Documents,
} from './compare-schemas.ts'
import type { ApiDocument, Content, Operation, Parameter, PathItem, Reply } from './document.ts'

/** One sentence for each thing that breaks a caller; empty when none does. */
export const brokenCallers = (before: ApiDocument, after: ApiDocument): string[] => {
  const documents = { before, after }
  const paths = brokenIn(documents, before.paths, after.paths, (path, method) => ({
    place: `${method.toUpperCase()} ${path}`,
    isCalled: false,
  }))
  const webhooks = brokenIn(documents, before.webhooks ?? {}, after.webhooks ?? {}, (event) => ({
    place: `The webhook ${event}`,
    isCalled: true,
  }))
  return [...new Set([...paths, ...webhooks])]
}

/** Where an operation is, and whether the platform calls it. */
type Place = { place: string; isCalled: boolean }

const brokenIn = (
  documents: Documents,
  before: Readonly<Record<string, PathItem>>,
  after: Readonly<Record<string, PathItem>>,
  placeOf: (path: string, method: string) => Place,
): string[] =>
  Object.entries(before).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).flatMap((method) => {
      const old = item[method] as Operation
      const replacement = after[path]?.[method] as Operation | undefined
      const isHosted = old.tags?.includes('Partner-hosted') === true
      const { place, isCalled } = placeOf(path, method)
      const who = whoCalls(old, isCalled || isHosted)
      if (replacement === undefined) {
        return [`${place}: ${who} breaks, because it is not there any more.`]
      }
      return isCalled || isHosted
        ? brokenHost(documents, old, replacement, { place, who })
        : brokenCaller(documents, old, replacement, { place, who })
    }),
  )

const CALLERS: Readonly<Record<string, string>> = {
  partnerKey: 'a partner',
  channelKey: 'a channel',
  operatorKey: 'an operator',
  session: 'the page of a person who is signed in',
}

const whoCalls = (operation: Operation, isCalled: boolean): string => {
  if (isCalled) return 'a partner’s server'
  const named = keysOf(operation).map((name) => CALLERS[name] ?? name)
  return named.length === 0 ? 'a caller without a key' : named.join(' or ')
}

type Subject = { place: string; who: string }

/** The other side sends the request and reads the answer. */
const brokenCaller = (
  documents: Documents,
  before: Operation,
  after: Operation,
  subject: Subject,
): string[] => {
  const [had, has] = [schemesOf(before), schemesOf(after)]
  const refused = had.filter((name) => !has.includes(name))
  const isOpen = had.length === 0 && has.length > 0
  return [
    ...refused.map(
      (name) =>
        `${subject.place}: ${CALLERS[name] ?? name} breaks, because it may not call this any more.`,
    ),
    ...(isOpen ? [`${subject.place}: ${subject.who} breaks, because a key is needed now.`] : []),
    ...brokenParameters(documents, before, after, subject),
    ...brokenBody(documents, before, after, 'sent', subject),
    ...brokenAnswers(documents, before, after, 'read', subject),
  ]
}

/** The platform sends the request, and the other side answers. */
const brokenHost = (
  documents: Documents,
  before: Operation,
  after: Operation,
  subject: Subject,
): string[] => [
  ...brokenBody(documents, before, after, 'read', subject),
  ...brokenAnswers(documents, before, after, 'sent', subject),
]

const brokenParameters = (
  { before, after }: Documents,
  old: Operation,
  replacement: Operation,
  { place, who }: Subject,
): string[] => {
  const nameOf = (parameter: Parameter): string => `${parameter.in} ${parameter.name.toLowerCase()}`
  const listOf = (document: ApiDocument, { parameters = [] }: Operation): Map<string, Parameter> =>
    new Map(
      parameters
        .map((parameter) => resolved<Parameter>(document, parameter))
        .map((parameter) => [nameOf(parameter), parameter]),
    )
  const [olds, news] = [listOf(before, old), listOf(after, replacement)]
  const kept = [...olds].flatMap(([name, parameter]) => {
    const now = news.get(name)
    if (now === undefined) {
      // Headers that nobody reads are ignored; other parameters are refused.
      return parameter.in === 'header'
        ? []
        : [sentence(place, who, 'sent', { at: parameter.name, what: 'it is refused now' })]
    }
    const demanded = now.required === true && parameter.required !== true
    const differences = demanded
      ? [{ at: '', what: 'it is required now' }]
      : compareSchemas({ before, after }, parameter.schema ?? {}, now.schema ?? {}, 'sent')
    return differences.map(({ at, what }) =>
      sentence(place, who, 'sent', { at: `${parameter.name}${at}`, what }),
    )
  })
  const added = [...news].filter(([name, { required }]) => required === true && !olds.has(name))
  return [
    ...kept,
    ...added.map(([, { name }]) =>
      sentence(place, who, 'sent', { at: name, what: 'it is required now' }),
    ),
  ]
}

const brokenBody = (
  documents: Documents,
  { requestBody: before }: Operation,
  { requestBody: after }: Operation,
  direction: Direction,
  { place, who }: Subject,
): string[] => {
  if (before === undefined) {
    const isDemanded = direction === 'sent' && after?.required === true
    return isDemanded ? [`${place}: ${who} breaks, because a body is required now.`] : []
  }
  if (after === undefined) return [`${place}: ${who} breaks, because there is no body any more.`]
  return brokenContent(documents, before.content, after.content, direction, { place, who })
}

const brokenAnswers = (
  documents: Documents,
  before: Operation,
  after: Operation,
  direction: Direction,
  subject: Subject,
): string[] =>
  Object.entries(before.responses).flatMap(([status, reply]) => {
    const isSuccess = status.startsWith('2')
    const now = after.responses[status]
    // Callers treat an error by its status and code, and every error has the same body.
    if (!isSuccess) return []
    if (now === undefined) {
      return [`${subject.place}: ${subject.who} breaks, because ${status} is no answer any more.`]
    }
    const [old, replacement] = [
      resolved<Reply>(documents.before, reply),
      resolved<Reply>(documents.after, now),
    ]
    return brokenContent(
      documents,
      old.content ?? {},
      replacement.content ?? {},
      direction,
      subject,
    )
  })

const brokenContent = (
  documents: Documents,
  before: Content,
  after: Content,
  direction: Direction,
  { place, who }: Subject,
): string[] =>
  Object.entries(before).flatMap(([type, { schema = {} }]) => {
    const now = after[type]
    if (now === undefined) {
      return [`${place}: ${who} breaks, because ${type} is not supported any more.`]
    }
    return compareSchemas(documents, schema, now.schema ?? {}, direction).map((difference) =>
      sentence(place, who, direction, difference),
    )
  })

const sentence = (
  place: string,
  who: string,
  direction: Direction,
  { at, what }: Difference,
): string => {
  const verb = direction === 'sent' ? 'sends' : 'reads'
  const thing = at === '' ? 'the body' : `"${at}"`
  const missing = what === 'it is required now' ? 'does not send' : verb
  return `${place}: ${who} that ${missing} ${thing} breaks, because ${what}.`
}
