import { createClient, type ClientFailure } from '@wasl/partner-kit'
import { refused, unreachable, usage, type Problem } from './problem.ts'
import { refusalLines } from './refusal-lines.ts'

/** @throws Problem when the URL or the key is wrong. */
export const clientOf = (options: { baseUrl: string; apiKey: string }) => {
  try {
    return createClient(options)
  } catch (error) {
    throw usage((error as Error).message)
  }
}

const UNREACHABLE = new Set<string>(['network', 'timeout', 'aborted', 'bad_response'])

/** The problem that a refused or failed call of the platform ends a command with. */
export const failureOf = ({ error, message, requestId, details }: ClientFailure): Problem => {
  const lines = [
    ...refusalLines({ errorMessage: message, details }),
    ...(requestId === null ? [] : [`request ${requestId}`]),
  ]
  if (UNREACHABLE.has(error)) return unreachable(message, ...lines)
  return refused(`${error}: ${message}`, ...lines)
}
