import type { PlatformError } from '@wasl/protocol'

type Refusal = Pick<PlatformError, 'errorMessage' | 'details' | 'lockReleaseTime'>

/** What a refusal of the platform says besides its message: a line for each field, and the time. */
export const refusalLines = ({
  errorMessage,
  details = [],
  lockReleaseTime,
}: Refusal): string[] => {
  const said = errorMessage.toLowerCase()
  return [
    ...details
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      // In English the message often ends with the same explanation.
      .filter((line) => !said.includes(line.toLowerCase())),
    ...(lockReleaseTime === undefined ? [] : [`lockReleaseTime: ${lockReleaseTime}`]),
  ]
}
