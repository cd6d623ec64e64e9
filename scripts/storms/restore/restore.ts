/**
 * Restores servers to earlier moments again and again, as docs/guides/failover-and-restore.md tells operators: with
 * pgBackRest and the configuration of deploy/pgbackrest, then `restore repair`. Every payment that a till was told is
 * paid must be there, or become a follow-up when the till sends its journal.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { runCommand, type CommandRun } from '../../../platform/test/support/command.ts'
import { openInstallation, type Installation } from '../../../platform/test/support/installation.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import { startPartner } from '../../../platform/test/support/partner.ts'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import type { TestChannel, TestPartner } from '../../../platform/test/support/node.ts'
import { countOption, type LongStorm, type Scene } from '../storm.ts'
import { startTills } from '../tills.ts'
import { startBackedUpServer, startCellServer, type BackedUpServer } from './server.ts'

const TILLS = 4
const RESTORES = 2
const LOADED_MS = 2_000

/** So that each cell of several is restored to a moment of its own. */
const BETWEEN_MS = 1_500

export const restore: LongStorm = {
  name: 'restore',
  options: { restores: { type: 'string' }, cells: { type: 'string' } },
  tools: { pgbackrest: 'pgbackrest', pg_createcluster: 'postgresql' },
  async run(scene) {
    const restores = countOption(scene.options, 'restores', RESTORES)
    const count = countOption(scene.options, 'cells', 1)
    const names = count === 1 ? ['db'] : ['north', 'south', 'west'].slice(0, count)
    if (count > names.length) throw new Error(`--cells is at most ${names.length}`)
    if (count > 1 && restores > 1) throw new Error('several cells are restored once: --restores 1')
    const servers: BackedUpServer[] = []
    for (const name of names) {
      servers.push(
        await (count === 1
          ? startBackedUpServer(scene, name, 'wasl')
          : startCellServer(scene, name)),
      )
    }
    const [control] = servers as [BackedUpServer]
    const cells = servers.map(({ name, url }) => `${name}=${url}`).join(',')
    const env: Record<string, string> = count === 1 ? {} : { WASL_CELLS: cells, DATABASE_URL: '' }
    const installation = await openInstallation(control.url, env)
    scene.atEnd(installation.close)
    const shop = await startPartner()
    scene.atEnd(shop.close)
    const first = await installation.startProcess()
    // As many as it takes for each cell to have some.
    const partners: TestPartner[] = []
    for (let made = 0; made < 3 * count; made += 1) {
      partners.push(await installation.createPartner(first, shop))
    }
    const channel = await installation.createChannel(first)
    await first.stop()
    const drill = { scene, servers, env, installation, partners, channel }
    const totals = { confirmed: 0, there: 0, followedUp: 0, violations: [] as string[] }
    for (let turn = 1; turn <= restores; turn += 1) {
      const found = await restoreOnce(drill, turn)
      totals.confirmed += found.confirmed
      totals.there += found.there
      totals.followedUp += found.followedUp
      totals.violations.push(...found.violations)
    }
    return {
      figures: [
        `${restores} restores of ${count === 1 ? 'one database' : `${count} cells, each to a moment of its own`}`,
        `${totals.confirmed} payments were confirmed to tills: ${totals.there} are there, ${totals.followedUp} are ` +
          'follow-ups',
      ],
      violations: totals.violations,
    }
  },
}

type Drill = {
  scene: Scene
  servers: readonly BackedUpServer[]
  env: Record<string, string>
  installation: Installation
  partners: readonly TestPartner[]
  channel: TestChannel
}

type Found = { confirmed: number; there: number; followedUp: number; violations: string[] }

const restoreOnce = async (drill: Drill, turn: number): Promise<Found> => {
  const { scene, servers, env, installation, partners, channel } = drill
  const processes = [await installation.startProcess(), await installation.startProcess()]
  for (const server of servers) await server.backUp()
  const tills = startTills(TILLS, processes, channel, partners, `INV-${turn}-`)
  await pause(LOADED_MS)
  const mark = `moment-${turn}`
  for (const server of servers) {
    await server.mark(mark)
    await pause(BETWEEN_MS)
  }
  await tills.stop()
  for (const server of servers) await server.archiveAll()
  const violations: string[] = [...tills.told.strange]
  const expectCommand = async (
    isExpected: (run: CommandRun) => boolean,
    [name, ...args]: [string, ...string[]],
    more: Record<string, string>,
  ): Promise<void> => {
    const key = randomBytes(32).toString('base64')
    const ran = await runCommand(name, args, { WASL_MASTER_KEY: key, ...more })
    if (isExpected(ran)) return
    const { code, stdout, stderr } = ran
    violations.push(`${name} ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  }
  const isGood = ({ code }: CommandRun): boolean => code === 0
  const [control] = servers as [BackedUpServer]
  if (control.check !== null) {
    const { args, env: more, hideLog } = control.check
    const asked: [string, ...string[]] = ['backup', 'check', ...args]
    const hidden = hideLog()
    const isNamed = ({ code, stdout }: CommandRun): boolean =>
      code === 1 && stdout.includes(`Wrong: 1 files of the log are missing, from ${hidden.name}`)
    await expectCommand(isNamed, asked, { DATABASE_URL: control.url, ...more })
    hidden.bringBack()
    await expectCommand(isGood, asked, { DATABASE_URL: control.url, ...more })
  }
  await Promise.all(processes.map((one) => one.stop()))
  for (const server of servers) await server.restoreTo(mark)
  for (const { name } of servers) {
    const which = servers.length === 1 ? [] : ['--cell', name]
    const more = { DATABASE_URL: control.url, ...env }
    await expectCommand(isGood, ['restore', 'repair', ...which], more)
  }
  const again = await installation.startProcess()
  const told = [...tills.told.confirmed].map(
    (reference) => [reference, tills.told.opened.get(reference) as string] as const,
  )
  const found = await sendJournal(again, drill, told)
  scene.say(
    `restore ${turn}: ${told.length} confirmed, ${found.there} there, ${found.followedUp} follow-ups`,
  )
  violations.push(...found.violations, ...(await checkInvariants(installation.pool)))
  await again.stop()
  return { ...found, confirmed: told.length, violations }
}

const sendJournal = async (
  node: PlatformProcess,
  { channel }: Drill,
  told: readonly (readonly [reference: string, paymentId: string])[],
): Promise<Omit<Found, 'confirmed'>> => {
  const unknown = new Set<string>()
  const violations: string[] = []
  for (const [reference, paymentId] of told) {
    const { status, text } = await node.change(channel, 'confirm', paymentId)
    if (status === 404) unknown.add(paymentId)
    else if (status !== 200) violations.push(`confirming ${reference} again: ${status} ${text}`)
  }
  const named = new Set(await followedUp(node))
  for (const paymentId of unknown) {
    if (!named.has(paymentId)) violations.push(`The payment ${paymentId} is silently gone.`)
  }
  const followed = [...unknown].filter((one) => named.has(one)).length
  return { there: told.length - unknown.size, followedUp: followed, violations }
}

/** The payments of every open follow-up. */
const followedUp = async (node: PlatformProcess): Promise<string[]> => {
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { items: { kind: string; paymentId: string }[]; nextCursor: string | null } =
      await node.operator(
        `/follow-ups?status=open&limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
    found.push(
      ...page.items.filter(({ kind }) => kind === 'restore').map(({ paymentId }) => paymentId),
    )
    cursor = page.nextCursor
  }
  return found
}
