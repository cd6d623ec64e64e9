/** The processes of two cells: those of the north, which are asked in turn, and one of the south. */
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import type { TwoCells } from '../../../platform/test/support/two-cells.ts'
import type { Meter } from './meter.ts'
import type { ReleaseFolder } from './release-folder.ts'

export type Fleet = {
  /** Of the north, metered. They change while processes are replaced. */
  processes: PlatformProcess[]
  start(release: ReleaseFolder): Promise<void>
  /** Ends the one that was started first, and asks it no more when it has ended. */
  endFirst(how: 'stop' | 'kill'): Promise<void>
  /** Starts a process of the south beside the one that it has, and ends that. */
  replaceSouth(release: ReleaseFolder, how: 'stop' | 'kill'): Promise<void>
  errors(): unknown[]
}

/** The callers of the partner that moves ask the newest process of each cell, and are not metered. */
export const createFleet = ({ north, south }: TwoCells, meter: Meter): Fleet => {
  const all = [north.process, south.process]
  const processes = [meter.over(north.process)]
  return {
    processes,
    async start({ main }) {
      north.process = await north.installation.startProcess({}, main)
      all.push(north.process)
      processes.push(meter.over(north.process))
    },
    async endFirst(how) {
      const [one] = processes
      await one?.[how]()
      processes.shift()
    },
    async replaceSouth({ main }, how) {
      const before = south.process
      south.process = await south.installation.startProcess({}, main)
      all.push(south.process)
      await before[how]()
    },
    errors: () => all.flatMap(({ errors }) => errors),
  }
}
