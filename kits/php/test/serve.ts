/** A script behind `php -S`, in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@wasl/embedded-postgres'

export const ADAPTERS = [
  { name: 'plain PHP', script: 'plain.php', needs: [] },
  { name: 'PSR-15', script: 'psr15.php', needs: ['Nyholm/Psr7/autoload.php'] },
  {
    name: 'Laravel',
    script: 'laravel.php',
    needs: ['Illuminate/Routing/autoload.php', 'Illuminate/Events/autoload.php'],
  },
  {
    name: 'Symfony',
    script: 'symfony.php',
    needs: ['Symfony/Component/HttpFoundation/autoload.php'],
  },
] as const

export type Server = {
  origin: string
  pid: number
  printed: () => string
  /** Ends it as a power cut would. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

const START_TIMEOUT_MS = 60_000
const POLL_MS = 20

export const serve = async (
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<Server> => {
  const port = await freePort()
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, script], {
    cwd: join(import.meta.dirname, 'adapters'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const ended = once(child, 'close')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await end('SIGKILL')
      throw new Error(`${script} did not start: ${printed}`)
    }
    await sleep(POLL_MS)
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    printed: () => printed.replaceAll(/^.* (?:Accepted|Closing)\n/gm, ''),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
