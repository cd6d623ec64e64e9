import { readFileSync } from 'node:fs'

/** The resident set size of a process on Linux, in MiB. */
export const residentMib = (pid: number | undefined): number => {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kib === undefined) throw new Error(`expected VmRSS in /proc/${pid}/status`)
  return Number(kib) / 1024
}
