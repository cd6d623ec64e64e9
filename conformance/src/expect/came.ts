import { headerOf } from '../http/exchange.ts'
import type { Exchange } from '../http/exchange.ts'

/** The longest body in a sentence, in UTF-16 units. The report shows more. */
const BODY_IN_SENTENCE_MAX = 160

/** The answer as a sentence part: `HTTP 200 and the JSON {"success":true}`. */
export const came = (exchange: Exchange): string => {
  const { answer } = exchange
  if (!answer.ok) return `no usable answer (${answer.message})`
  return `HTTP ${answer.status} and ${bodyPart(exchange)}`
}

const bodyPart = (exchange: Exchange): string => {
  const { answer, json } = exchange
  if (!answer.ok || answer.body.byteLength === 0) return 'an empty body'
  const text = oneLine(answer.body.toString('utf8'))
  if (json !== null) return `the JSON ${text}`
  return isHtml(exchange) ? `an HTML page (${titleOf(text)})` : `a body that is not JSON: ${text}`
}

export const isHtml = (exchange: Exchange): boolean => {
  const { answer } = exchange
  if (!answer.ok) return false
  const type = headerOf(exchange, 'content-type') ?? ''
  return type.includes('html') || /^\s*<(?:!doctype|html|head|body)/i.test(answer.body.toString())
}

/** One short line without invisible characters or characters that change the text direction. */
export const oneLine = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  if (line.length <= BODY_IN_SENTENCE_MAX) return line
  return `${line.slice(0, BODY_IN_SENTENCE_MAX).toWellFormed()}…`
}

const titleOf = (html: string): string => {
  const title = /<(?<tag>title|h1)[^>]*>(?<text>[^<]*)/i.exec(html)?.groups?.['text']?.trim()
  return title === undefined || title === '' ? 'without a title' : `"${title}"`
}

/** Adds a closing comma to a sentence part that contains a comma. */
export const clause = (part: string): string => (part.includes(', ') ? `${part},` : part)
