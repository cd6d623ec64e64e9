import {
  errorsOf,
  ERRORS,
  PARTNER_ERRORS,
  type ErrorCode,
  type ErrorEntry,
  type Operation,
} from '@wasl/protocol'
import { z } from 'zod'
import { refused } from '../problem.ts'
import { wordsOf } from './sections.ts'
import { READS, tool } from './tool.ts'

/** Endpoints that are named; nearly every one answers with some codes. */
const ENDPOINTS_MAX = 12
const GUESSES_MAX = 5

export const explainError = tool({
  name: 'explain_error',
  title: 'Explain an error code',
  description:
    'Explains a code of the field "error" in an answer, such as REFERENCE409_LOCKED: its HTTP status, what ' +
    'was wrong and what to do in English, French and Arabic, and which endpoints answer with it.',
  input: z.object({ code: z.string().trim().min(1).max(100).describe('Such as VALIDATION400') }),
  hints: READS,
  run: async (_place, { code }) => {
    const wanted = code.toUpperCase()
    const own = Object.entries<ErrorEntry>(ERRORS).find(([name]) => name === wanted)
    if (own !== undefined) return told(own, await endpointsOf(own[0] as ErrorCode))
    const partner = Object.entries<ErrorEntry>(PARTNER_ERRORS).find(([name]) => name === wanted)
    if (partner !== undefined) {
      return told(partner, [
        'Your own server answers with it, when the platform looks up a reference.',
      ])
    }
    throw refused(`There is no error code ${JSON.stringify(code)}.`, guess(wanted))
  },
})

const told = (
  [code, { status, messages, extra }]: [string, ErrorEntry],
  where: readonly string[],
): string =>
  [
    `${code}: HTTP ${status}`,
    messages.en,
    `Français : ${messages.fr}`,
    `العربية: ${messages.ar}`,
    ...(extra === undefined ? [] : [`The body has also, for example: ${JSON.stringify(extra)}`]),
    ...where,
  ].join('\n')

const endpointsOf = async (code: ErrorCode): Promise<string[]> => {
  const { OPERATIONS } = await import('@wasl/protocol/operations')
  const all = Object.values(OPERATIONS).flatMap((tables) => Object.values(tables))
  const endpoints = all
    .flatMap((table) => Object.values<Operation>(table))
    .filter((operation) => errorsOf(operation).includes(code))
    .map(({ method, path }) => `${method} ${path}`)
  if (endpoints.length === 0) return ['Any endpoint may answer with it.']
  const more = endpoints.length - ENDPOINTS_MAX
  return [
    `Answered by: ${endpoints.slice(0, ENDPOINTS_MAX).join(', ')}${more > 0 ? `, and ${more} more` : ''}.`,
  ]
}

/** The codes that share most parts with what was asked. */
const guess = (wanted: string): string => {
  const parts = wordsOf(wanted.replaceAll('_', ' '))
  const near = Object.keys(ERRORS)
    .map((code) => {
      const own = wordsOf(code.replaceAll('_', ' '))
      return { code, shared: parts.filter((part) => own.includes(part)).length }
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, GUESSES_MAX)
  return near.length === 0
    ? 'A code is in capitals, such as REFERENCE409_LOCKED; the answer has it in its field "error".'
    : `Did you mean ${near.map(({ code }) => code).join(', ')}?`
}
