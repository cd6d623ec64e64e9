/** What is wrong with a body that should be a JSON object. */
import type { Exchange } from '../http/exchange.ts'
import { isHtml } from './came.ts'

/** How to fix the body; null for a JSON object, and for HTML. */
export const shapeRemedy = (exchange: Exchange): string | null => {
  const { answer, json } = exchange
  if (!answer.ok || isHtml(exchange)) return null
  if (json !== null) return valueRemedy(json.value)
  const text = answer.body.toString('utf8').trim()
  return textRemedy(text)
}

const BY_LIBRARY = 'Build an object and let your JSON library write it, once.'

const valueRemedy = (value: unknown): string | null => {
  if (Array.isArray(value)) {
    return (
      'The body is an array: send the object itself, without [ ] around it. A query that finds rows gives ' +
      'a list (fetchAll, .all()); take its first element. An empty PHP array is written as [] too.'
    )
  }
  if (typeof value === 'string') {
    return /^\s*[{[]/.test(value)
      ? 'The body was encoded as JSON twice: it is a JSON string that contains the object. Encode it once.'
      : `The body is a JSON string, not an object. ${BY_LIBRARY}`
  }
  if (typeof value === 'object' && value !== null) return null
  return `The body is ${String(value)}, not a JSON object. ${BY_LIBRARY}`
}

const textRemedy = (text: string): string => {
  if (text === '') return `The body is empty. ${BY_LIBRARY}`
  if (/^[{[]\s*'/.test(text)) {
    return 'The body is a printed Python dict, with single quotes. Write it with json.dumps.'
  }
  if (/^[{["]/.test(text)) {
    return isCutOff(text)
      ? 'The JSON is cut off. Content-Length counts bytes, not characters (with Arabic the two differ): ' +
          'let your server set it. Also look for a size limit of a proxy.'
      : `The JSON is invalid: other text follows it, or it was put together by hand. ${BY_LIBRARY}`
  }
  if (text.startsWith('<')) return `The body is XML or markup, not JSON. ${BY_LIBRARY}`
  if (/[{[]/.test(text)) {
    return (
      'Other text precedes the JSON: a warning, debug output (echo, print, var_dump), or a blank line ' +
      'outside <?php. Write errors to a log, never into the answer.'
    )
  }
  return `The body is plain text, not JSON. ${BY_LIBRARY}`
}

/** Has more opening than closing brackets, or a string without an end. */
const isCutOff = (text: string): boolean => {
  const outside = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '')
  const count = (marks: RegExp): number => outside.match(marks)?.length ?? 0
  return outside.includes('"') || count(/[{[]/g) > count(/[}\]]/g)
}
