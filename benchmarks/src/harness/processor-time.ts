import { readdirSync, readFileSync } from 'node:fs'

/** Processor time since the machine started, in Linux ticks, summed over all processors. */
export type ProcessorTime = {
  /** Used or idle. */
  total: number
  /** Idle, or waiting for the disk. */
  idle: number
  /** Used by the kernel for network and disk interrupts of any process. */
  interrupts: number
  /** Taken away by the host of a virtual machine, for its other machines. */
  stolen: number
  /** Used by the bench and all its child processes, including those that exited. */
  own: number
}

export const processorTime = (): ProcessorTime => {
  const [, ...fields] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').split(/ +/)
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] =
    fields.map(Number)
  return {
    total: user + nice + system + idle + wait + irq + soft + steal,
    idle: idle + wait,
    interrupts: irq + soft,
    stolen: steal,
    own: ownTime(),
  }
}

/** Shares of the machine, from 0 to 1, between two moments. */
export type Load = {
  /** Used by other programs of this machine. */
  others: number
  /** Taken away by its host. */
  stolen: number
}

export const loadBetween = (from: ProcessorTime, to: ProcessorTime): Load => {
  const since = (key: keyof ProcessorTime): number => to[key] - from[key]
  const total = since('total')
  if (total <= 0) return { others: 0, stolen: 0 }
  const stolen = since('stolen')
  const others = total - since('idle') - since('interrupts') - stolen - since('own')
  return { others: Math.max(0, others / total), stolen: stolen / total }
}

/** The share of the machine that a measurement does not have: of others and of the host. */
export const foreignShare = (from: ProcessorTime, to: ProcessorTime): number => {
  const { others, stolen } = loadBetween(from, to)
  return others + stolen
}

/** The ticks that a process has used, with its ended children. */
export const timeOf = (pid: number | undefined): number =>
  pid === undefined ? 0 : (readProcess(String(pid))?.time ?? 0)

type Process = { parent: number; time: number }

/** The kernel adds the time of an exited process to its parent, so the sum is complete. */
const ownTime = (): number => {
  const processes = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(name) : null
    if (found !== null) processes.set(Number(name), found)
  }
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) {
      if (at === process.pid) return true
    }
    return false
  }
  let sum = 0
  for (const [pid, { time }] of processes) if (isOurs(pid)) sum += time
  return sum
}

/** Null when the process has exited. */
const readProcess = (pid: string): Process | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, in parentheses, may contain any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const time = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), time }
  } catch {
    return null
  }
}
