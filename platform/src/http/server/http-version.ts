import type { IncomingMessage } from 'node:http'

/**
 * What is wrong with a request's version, or null. Node's parser also accepts 0.9 and 2.0 in the
 * syntax of HTTP/1.1, which proxies read in different ways.
 */
export const versionProblem = ({ httpVersion }: IncomingMessage): string | null =>
  httpVersion === '1.1' || httpVersion === '1.0'
    ? null
    : `expected HTTP/1.1 or HTTP/1.0, received HTTP/${httpVersion}`
