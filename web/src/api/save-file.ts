import { failureOf, NetworkFailure } from './failure.ts'
import { hasEnded, waitForPerson } from './session-end.ts'

/**
 * Fetches a file and saves it under a name. So a refusal can be shown on the page, where a link would
 * leave only the browser's own word for a failed download.
 */
export const saveFile = async (url: string, name: string): Promise<void> => {
  const response = await fetchFile(url)
  const file = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  // The browser has begun to save when this runs.
  setTimeout(() => URL.revokeObjectURL(file))
}

const fetchFile = async (url: string, isAgain = false): Promise<Response> => {
  const headers = { 'accept-language': document.documentElement.lang }
  const response = await fetch(url, { headers, credentials: 'same-origin' }).catch((error) => {
    throw new NetworkFailure(error)
  })
  if (response.ok) return response
  const failure = await failureOf(response)
  if (!isAgain && hasEnded(failure) && (await waitForPerson())) return fetchFile(url, true)
  throw failure
}
