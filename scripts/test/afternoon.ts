/** The three terminals of the guide "Integrate in an afternoon": the platform, the shop in PHP, a shell. */
import { freePort } from '@wasl/embedded-postgres'
import { inBackground, type Background } from './background.ts'
import { guide, runCommands, type Ran } from './guide.ts'

export type Afternoon = {
  platform: Background
  /** The commands of the third terminal as one run. */
  ran: Ran
  /** What was printed for each block of commands, and the status of its last one. */
  answers: string[]
  statuses: string[]
  stop(): Promise<void>
}

/** Ends the answer to a block, with the status of its last command. */
const END = /--- status (\d+)\n/

/**
 * Starts both servers as the guide says, on other ports than the usual ones, which may be somebody's,
 * and types the blocks one after the other.
 */
export const playAfternoon = async (
  typed: string[],
  environment: Record<string, string>,
): Promise<Afternoon> => {
  const { block } = guide('integrate-in-an-afternoon.md')
  const [port, platformPort] = await Promise.all([freePort(), freePort()])
  const there = (commands: string) => commands.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
  // Two guides that start in the same moment would both find the usual port free, and one get it.
  const dev = block('sh', 'wasl dev --api-url').replace(
    'wasl dev',
    `wasl dev --port ${platformPort}`,
  )
  const platform = inBackground(there(dev), environment)
  await platform.says('nothing listens')
  const shop = inBackground(there(block('sh', 'php -S 127.0.0.1:3000')), environment)
  await platform.says('your server is up')
  // A terminal goes on when a command says no.
  const commands = typed.map((code) => `${code}\necho "--- status $?"\n`).join('')
  const ran = await runCommands(there(`set +e\n${commands}`), environment)
  const told = ran.stdout.split(END)
  return {
    platform,
    ran,
    answers: told.filter((_text, index) => index % 2 === 0),
    statuses: told.filter((_text, index) => index % 2 === 1),
    async stop() {
      await Promise.all([platform.stop(), shop.stop()])
    },
  }
}
