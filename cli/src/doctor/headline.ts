import type { Cause, CauseCode } from './causes.ts'

/**
 * The line above the causes of a refusal. It calls the signature wrong only where it may be: usually the
 * signature is the platform's, and another input is wrong.
 *
 * @param name of what was checked, as the beginning of a sentence.
 */
export const headlineOf = (name: string, causes: readonly Cause[]): string => {
  const [headline, another] = new Set(causes.map(({ code }) => headlineFor(name, code)))
  return headline === undefined || another !== undefined ? `${name} is wrong.` : headline
}

const headlineFor = (name: string, code: CauseCode): string => {
  switch (code) {
    case 'signature_missing':
      return 'The signature is missing.'
    case 'timestamp_missing':
      return 'The timestamp is missing.'
    case 'clock_behind':
      return `${name} is right, but its timestamp is too old.`
    case 'clock_ahead':
      return `${name} is right, but its timestamp is too far in the future.`
    case 'headers_swapped':
      return 'Timestamp and signature are swapped.'
    // Nobody can tell which of them is wrong.
    case 'unknown':
      return `${name} does not fit this body, timestamp and secret.`
    default:
      return headlineOfKind(name, code)
  }
}

const headlineOfKind = (name: string, code: CauseCode): string => {
  switch (code.split('_')[0]) {
    case 'body':
      return `${name} belongs to another body.`
    case 'secret':
      return `${name} was made with another secret.`
    case 'timestamp':
      return `${name} does not fit this timestamp.`
    case 'encoding':
      return `${name} is not written correctly.`
    default:
      return `${name} is wrong.`
  }
}
