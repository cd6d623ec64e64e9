import { execFileSync } from 'node:child_process'

/** Whether the system has this program. */
export const isOnPath = (tool: string): boolean => {
  try {
    execFileSync('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', tool], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
