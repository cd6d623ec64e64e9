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
      // In English an explanation of the whole is at the end of the sentence too.
      .filter(({ path, message }) => path !== '' || !said.includes(message.toLowerCase()))
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)),
    ...(lockReleaseTime === undefined ? [] : [`lockReleaseTime: ${lockReleaseTime}`]),
  ]
}
