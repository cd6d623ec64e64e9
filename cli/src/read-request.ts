/** A pasted webhook: headers and body, or headers alone. */
export type PastedRequest = {
  headers: Record<string, string>
  body: Buffer | null
  /** The path or URL of the first line, such as "/webhooks/platform"; null when there is no such line. */
  target: string | null
}

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:[ \t]*(.*?)[ \t]*$/

const REQUEST_LINE = /^(?:POST|GET|PUT)\s(\S+)(?:\sHTTP\/[\d.]+)?(?=\r?\n|$)/

/** Whether bytes begin like a request or headers, and not like a body. */
export const looksLikeRequest = (bytes: Buffer): boolean => {
  const [first = ''] = bytes.subarray(0, 2_000).toString('latin1').split(/\r?\n/)
  return REQUEST_LINE.test(first) || HEADER.test(first)
}

/** Headers before the first empty line, the exact bytes of the body after it. */
export const parseRequest = (bytes: Buffer): PastedRequest => {
  const end = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')]
  const [crlf = -1, lf = -1] = end
  const isCrlf = crlf !== -1 && (lf === -1 || crlf < lf)
  const at = isCrlf ? crlf : lf
  const head = (at === -1 ? bytes : bytes.subarray(0, at)).toString('latin1')
  return {
    headers: parseHeaders(head),
    body: at === -1 ? null : bytes.subarray(at + (isCrlf ? 4 : 2)),
    target: REQUEST_LINE.exec(head)?.[1] ?? null,
  }
}

/** The URL of a webhook and its parts, any of which a scheme may sign. */
export const pathsOf = (target: string, host: string | undefined): string[] => {
  const base = `https://${host ?? 'localhost'}`
  const url = URL.parse(target, base)
  if (url === null) return []
  const paths = [url.pathname, url.pathname + url.search, url.pathname.slice(1)]
  const isKnown = host !== undefined || url.origin !== new URL(base).origin
  const whole = ['https:', 'http:'].flatMap((scheme) => {
    return [`${scheme}//${url.host}${url.pathname}${url.search}`]
  })
  const hosts = isKnown ? [...whole, url.host + url.pathname, `${url.host}\n${url.pathname}`] : []
  return [...new Set([...paths, ...hosts])]
}

/** Lines of "Name: value", or a JSON object as frameworks log their headers. Names in lower case. */
export const parseHeaders = (text: string): Record<string, string> => {
  const found = text.trimStart().startsWith('{') ? fromJson(text) : fromLines(text)
  return Object.fromEntries(found.map(([name, value]) => [name.toLowerCase(), value]))
}

const fromLines = (text: string): [string, string][] =>
  text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, value] = HEADER.exec(line.replace(/^[<>]\s/, '')) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })

const fromJson = (text: string): [string, string][] => {
  try {
    return Object.entries(JSON.parse(text) as Record<string, unknown>).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value[0] : value),
    ])
  } catch {
    return []
  }
}
