import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 1_000
const CONNECT_TIMEOUT_MS = 2_000

/**
 * Reports whether the developer's server listens, and when it starts to. Sends nothing to it.
 *
 * @param tell its second argument is the other loopback address, when the server listens there.
 */
export const watchServer = async (
  url: string,
  signal: AbortSignal,
  tell: (isUp: boolean, elsewhere: string | null) => void,
): Promise<void> => {
  const { hostname, port, protocol } = new URL(url)
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  const isUp = async (): Promise<boolean> => {
    const asked = hostsOf(hostname).map((host) => answers(host, number))
    return (await Promise.all(asked)).includes(true)
  }
  if (await isUp()) return
  const other = OTHER_LOOPBACK[hostname]
  const isElsewhere = other !== undefined && (await answers(other.replaceAll(/[[\]]/g, ''), number))
  tell(false, isElsewhere ? other : null)
  while (!signal.aborted) {
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
    if (!signal.aborted && (await isUp())) return tell(true, null)
  }
}

/** Node.js listens on ::1 alone, or on 127.0.0.1 alone, by how a machine resolves localhost. */
const OTHER_LOOPBACK: Readonly<Record<string, string>> = {
  '127.0.0.1': '[::1]',
  '[::1]': '127.0.0.1',
}

/** Both loopback addresses for localhost, as the platform does, whatever the hosts file says. */
const hostsOf = (hostname: string): string[] =>
  /(?:^|\.)localhost\.?$/.test(hostname)
    ? ['127.0.0.1', '::1']
    : [hostname.replaceAll(/[[\]]/g, '')]

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS })
    const end = (isUp: boolean) => (): void => {
      socket.destroy()
      resolve(isUp)
    }
    socket.once('connect', end(true))
    socket.once('error', end(false))
    socket.once('timeout', end(false))
  })
