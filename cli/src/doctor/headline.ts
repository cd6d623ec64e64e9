import type { Cause, CauseCode } from './causes.ts'

/**
 * The first line above the causes of a refusal. A signature is called wrong only where it may be: most
 * often it is what the platform sent, and something else at hand is not.
 *
 * @param name of what was examined, as the beginning of a sentence.
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
      return `${name} is right, but its timestamp lies too far ahead.`
    case 'headers_swapped':
      return 'Timestamp and signature have changed places.'
    // Which of them is another one than it should be, nobody can tell.
    case 'unknown':
      return `${name} does not fit this body, timestamp and secret.`
    default:
      return headlineOfKind(name, code)
  }
}

const headlineOfKind = (name: string, code: CauseCode): string => {
  switch (code.split('_')[0]) {
    case 'body':
      return `${name} belongs to another body than this one.`
    case 'secret':
      return `${name} was made with another secret than the one at hand.`
    case 'timestamp':
      return `${name} does not go with this timestamp.`
    case 'encoding':
      return `${name} is not written as it must be.`
    default:
      return `${name} is wrong.`
  }
}
