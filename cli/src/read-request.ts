/** A webhook as somebody pasted it: headers and body together, or headers alone. */
export type PastedRequest = { headers: Record<string, string>; body: Buffer | null }

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:[ \t]*(.*?)[ \t]*$/

/** Whether bytes begin like a request or a list of headers, and not like a body. */
export const looksLikeRequest = (bytes: Buffer): boolean => {
  const [first = ''] = bytes.subarray(0, 2_000).toString('latin1').split(/\r?\n/)
  return /^(?:POST|GET|PUT)\s\S+(?:\sHTTP\/[\d.]+)?$/.test(first) || HEADER.test(first)
}

/** Everything before the first empty line is headers, and all behind it the body, to the byte. */
export const parseRequest = (bytes: Buffer): PastedRequest => {
  const end = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')]
  const [crlf = -1, lf = -1] = end
  const isCrlf = crlf !== -1 && (lf === -1 || crlf < lf)
  const at = isCrlf ? crlf : lf
  if (at === -1) return { headers: parseHeaders(bytes.toString('latin1')), body: null }
  return {
    headers: parseHeaders(bytes.subarray(0, at).toString('latin1')),
    body: bytes.subarray(at + (isCrlf ? 4 : 2)),
  }
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
