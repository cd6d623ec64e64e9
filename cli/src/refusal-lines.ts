import type { PlatformError } from '@wasl/protocol'

type Refusal = Pick<PlatformError, 'errorMessage' | 'details' | 'lockReleaseTime'>

/** What a refusal of the platform tells beside its sentence: a line for each field, and the time. */
export const refusalLines = ({
  errorMessage,
  details = [],
  lockReleaseTime,
}: Refusal): string[] => {
  const said = errorMessage.toLowerCase()
  return [
    ...details
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      // In English an explanation is at the end of the sentence too, and what the kit refuses itself.
      .filter((line) => !said.includes(line.toLowerCase())),
    ...(lockReleaseTime === undefined ? [] : [`lockReleaseTime: ${lockReleaseTime}`]),
  ]
}
