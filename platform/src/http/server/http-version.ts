import type { IncomingMessage } from 'node:http'

/**
 * What is wrong with a request's version, or null. Node's parser lets 0.9 and 2.0 through as well,
 * written as if they were HTTP/1.1: what a proxy before this server makes of them is anyone's guess.
 */
export const versionProblem = ({ httpVersion }: IncomingMessage): string | null =>
  httpVersion === '1.1' || httpVersion === '1.0'
    ? null
    : `expected HTTP/1.1 or HTTP/1.0, received HTTP/${httpVersion}`
