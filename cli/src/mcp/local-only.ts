/** The tools of an assistant reach this machine alone. */
import { askRunning } from '../dev/control.ts'
import { readRunning } from '../dev/home.ts'
import type { DevAnswer, DevRequest } from '../dev/requests.ts'
import { refused } from '../problem.ts'
import type { Place } from './tool.ts'

/**
 * @param what that has this address, as the beginning of a sentence.
 * @throws Problem when the URL is not on a loopback address of this machine.
 */
export const requireLocal = async (what: string, url: string): Promise<void> => {
  const { isLoopback } = await import('@wasl/conformance')
  if (URL.canParse(url) && isLoopback(url)) return
  throw refused(
    `${what} is ${url}, which is not on this machine. wasl mcp talks only to localhost, 127.0.0.1 and [::1].`,
    'An assistant must not reach a real platform or a real server. Type the command yourself: wasl help',
  )
}

/** @throws Problem when no `wasl dev` is running here, or when it refuses. */
export const askLocal = async ({ directory }: Place, request: DevRequest): Promise<DevAnswer> => {
  const running = readRunning(directory)
  if (running !== null) {
    await requireLocal('The address of wasl dev', running.controlUrl)
    await requireLocal('The platform', running.platformUrl)
  }
  return askRunning(directory, request)
}
