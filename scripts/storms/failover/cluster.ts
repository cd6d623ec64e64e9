/** Three PostgreSQL servers under Patroni, with etcd and HAProxy, as an operator runs them. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import pg from 'pg'
import { until } from '../../../platform/test/support/wait.ts'
import type { Scene } from '../storm.ts'
import { startTool, type Tool } from '../tool.ts'
import { databaseUrlAt, haproxyFile, patroniFile, type NodeAddress, type Pace } from './files.ts'

const NODES = ['db1', 'db2', 'db3']

/** How long the cluster may take to heal: a node that comes back copies the whole database. */
const HEALING_MS = 240_000

export type Cluster = {
  /** Always leads to the leader. */
  url: string
  /** kill -9 of the leader's Patroni and PostgreSQL, as when its machine dies; returns its name. */
  killLeader(): Promise<string>
  /** Starts the dead node again, and waits until all three are there and one is waited for. */
  heal(name: string): Promise<void>
}

export const startCluster = async (
  { folder, atEnd }: Pick<Scene, 'folder' | 'atEnd'>,
  pace: Pace,
): Promise<Cluster> => {
  const user = serverUser()
  const etcdPort = await startEtcd(folder, user, atEnd)
  const nodes: NodeAddress[] = []
  const patronis = new Map<string, Tool>()
  const startNode = (node: NodeAddress): void => {
    const options = { log: join(node.folder, 'patroni.log'), user, cwd: node.folder }
    patronis.set(node.name, startTool('patroni', [join(node.folder, 'patroni.yml')], options))
  }
  // Of a storm that dies too: Patroni's servers are not our children.
  process.once('exit', () => nodes.forEach(killServer))
  atEnd(() =>
    Promise.all(
      nodes.map(async (node) => {
        await patronis.get(node.name)?.kill()
        killServer(node)
      }),
    ),
  )
  for (const name of NODES) {
    const node = await makeNode(name, folder, pace, etcdPort, user)
    nodes.push(node)
    startNode(node)
    // The first one makes the database; the others copy it.
    await until(`${name} to run`, () => isMember(nodes, name), HEALING_MS)
  }
  const port = await startHaproxy(folder, nodes, pace, atEnd)
  const leader = async (): Promise<NodeAddress | undefined> => {
    const members = await membersOf(nodes)
    const name = members.find(({ role }) => role === 'leader')?.name
    return nodes.find((node) => node.name === name)
  }
  const whole = (): Promise<boolean> => isWhole(nodes)
  await until('a standby that commits wait for', whole, HEALING_MS)
  const url = databaseUrlAt(port)
  await until('HAProxy to lead to the leader alone', () => leadsToLeader(url, nodes.length))
  return {
    url,
    async killLeader() {
      const node = await until('a leader', leader, HEALING_MS)
      // Patroni first: it would start the server again, or give its place up.
      await patronis.get(node.name)?.kill()
      killServer(node)
      return node.name
    },
    async heal(name) {
      startNode(nodes.find((node) => node.name === name) as NodeAddress)
      await until('three servers, one of them waited for', whole, HEALING_MS)
    },
  }
}

/** PostgreSQL refuses to run as root. */
export const serverUser = (): { uid: number; gid: number } | null => {
  if (process.getuid?.() !== 0) return null
  const [, , uid, gid] = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres') ?? ['', '', '0', '0']
  return { uid: Number(uid), gid: Number(gid) }
}

const startEtcd = async (
  folder: string,
  user: { uid: number; gid: number } | null,
  atEnd: Scene['atEnd'],
): Promise<number> => {
  const [client, peer] = [await freePort(), await freePort()]
  const home = makeFolder(join(folder, 'etcd'), user)
  const own = `http://127.0.0.1:${peer}`
  const args = [
    ['--name', 'etcd1', '--data-dir', join(home, 'data')],
    ['--listen-client-urls', `http://127.0.0.1:${client}`],
    ['--advertise-client-urls', `http://127.0.0.1:${client}`],
    ['--listen-peer-urls', own, '--initial-advertise-peer-urls', own],
    ['--initial-cluster', `etcd1=${own}`],
  ].flat()
  const etcd = startTool('etcd', args, { log: join(home, 'log'), user, cwd: home })
  atEnd(() => etcd.kill())
  await until('etcd', async () => (await getJson(client, '/health'))?.['health'] === 'true')
  return client
}

const makeNode = async (
  name: string,
  folder: string,
  pace: Pace,
  etcdPort: number,
  user: { uid: number; gid: number } | null,
): Promise<NodeAddress> => {
  const home = makeFolder(join(folder, name), user)
  const node = { name, sqlPort: await freePort(), restPort: await freePort(), folder: home }
  writeFileSync(join(home, 'patroni.yml'), patroniFile(node, pace, serverPrograms(), etcdPort))
  return node
}

const makeFolder = (folder: string, user: { uid: number; gid: number } | null): string => {
  mkdirSync(folder, { mode: 0o700 })
  if (user !== null) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Debian keeps the programs of each major version apart. */
export const serverPrograms = (): string => {
  const versions = readdirSync('/usr/lib/postgresql').map(Number)
  return `/usr/lib/postgresql/${Math.max(...versions)}/bin`
}

const startHaproxy = async (
  folder: string,
  nodes: NodeAddress[],
  pace: Pace,
  atEnd: Scene['atEnd'],
): Promise<number> => {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, haproxyFile(port, nodes, pace))
  const options = { log: join(folder, 'haproxy.log'), user: null, cwd: folder }
  const haproxy = startTool('haproxy', ['-db', '-f', file], options)
  atEnd(() => haproxy.kill())
  return port
}

/** Until its first checks HAProxy takes every server for the leader, one after another. */
const leadsToLeader = async (url: string, servers: number): Promise<boolean> => {
  for (let server = 0; server < servers; server += 1) {
    if (!(await isWritable(url))) return false
  }
  return true
}

const isWritable = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  // A refused connection also says so on its own.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as standing_by')
    return rows[0]?.standing_by === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** kill -9 of all its processes at once. */
const killServer = ({ folder }: NodeAddress): void => {
  const file = join(folder, 'data', 'postmaster.pid')
  if (!existsSync(file)) return
  const postmaster = readFileSync(file, 'utf8').split('\n')[0] as string
  const command = `pids=$(ps -o pid= --ppid ${Number(postmaster)}); kill -9 ${Number(postmaster)} $pids`
  try {
    execFileSync('/bin/sh', ['-c', command], { stdio: 'ignore' })
  } catch {
    // It has ended by itself.
  }
}

type Member = { name: string; role: string; state: string; timeline?: number }

const getJson = async (port: number, path: string): Promise<Record<string, unknown> | null> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(3_000),
    })
    return (await answer.json()) as Record<string, unknown>
  } catch {
    return null
  }
}

/** As the first node that answers sees them. */
const membersOf = async (nodes: NodeAddress[]): Promise<Member[]> => {
  for (const { restPort } of nodes) {
    const cluster = await getJson(restPort, '/cluster')
    if (cluster !== null) return (cluster['members'] ?? []) as Member[]
  }
  return []
}

const RUNS = new Set(['running', 'streaming'])

const isMember = async (nodes: NodeAddress[], name: string): Promise<boolean> =>
  (await membersOf(nodes)).some((one) => one.name === name && RUNS.has(one.state))

const isWhole = async (nodes: NodeAddress[]): Promise<boolean> => {
  const members = await membersOf(nodes)
  const [first] = members
  return (
    members.length === NODES.length &&
    members.every(({ state, timeline }) => RUNS.has(state) && timeline === first?.timeline) &&
    members.some(({ role }) => role === 'leader') &&
    members.some(({ role }) => role === 'sync_standby')
  )
}
