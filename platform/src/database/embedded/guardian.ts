import { spawn } from 'node:child_process'
import { serverOptions, type Cluster } from './cluster.ts'

/** Stops the server when our process dies without having stopped it. */
export type Guardian = { release(): void }

/**
 * A small shell that waits for a word from us. When our process ends, however it ends, the pipe
 * closes without that word, and the shell shuts the server down if it is still the one that runs.
 * A server that had only just begun has not written its file yet: hence the few tries.
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
    // A session of its own: a Ctrl-C at the terminal reaches us alone.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a guardian the next start still finds the server and stops it.
  shell.on('error', () => undefined)
  shell.stdin.on('error', () => undefined)
  shell.unref()
  // The pipe is a socket underneath, which would otherwise keep our process from ending.
  ;(shell.stdin as unknown as { unref(): void }).unref()
  return { release: () => void shell.stdin.end('released\n') }
}
