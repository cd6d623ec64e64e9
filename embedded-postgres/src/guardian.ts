import { spawn } from 'node:child_process'
import { serverOptions, type Cluster } from './cluster.ts'

/** Stops the server when our process dies without having stopped it. */
export type Guardian = { release(): void }

/**
 * A small shell that waits for a line from us. If our process ends without sending it, the pipe
 * closes, and the shell shuts the server down if the data directory is still that server's. It tries
 * a few times, because a server that has just started has not written its file yet.
 */
const SCRIPT = `
if read -r word; then exit 0; fi
for try in 1 2 3 4 5; do
  pid=; read -r pid < postmaster.pid
  if [ "$pid" = "$1" ]; then kill -INT "$pid"; exit 0; fi
  sleep 1
done
`

export const startGuardian = (cluster: Cluster, pid: number): Guardian => {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'wasl-guardian', String(pid)], {
    ...serverOptions(cluster),
    // Its own session: a Ctrl-C at the terminal reaches us alone.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a guardian the next start still finds the server and stops it.
  shell.on('error', () => undefined)
  shell.stdin.on('error', () => undefined)
  shell.unref()
  // The pipe is a socket, which would otherwise keep our process alive.
  ;(shell.stdin as unknown as { unref(): void }).unref()
  return { release: () => void shell.stdin.end('released\n') }
}
