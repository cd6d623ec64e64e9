import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { freePort } from '@wasl/embedded-postgres'
import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../platform/test/support/database.ts'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { nodeAt, type Node } from '../../platform/test/support/platform.ts'
import { until } from '../../platform/test/support/wait.ts'

export type PlatformProcess = {
  node: Omit<Node, 'stop'>
  /** Opens a payment of a new partner and a new channel, and waits for its first webhook. */
  openPayment(reference: string): Promise<{ channel: any; paymentId: string }>
  /** What it has logged. */
  log(): string
  /** Sends SIGTERM and returns the exit code and the signal that ended it. */
  terminate(): Promise<unknown[]>
}

export type Deployment = {
  database: TestDatabase
  server: PartnerServer
  /** The variables without which no platform starts. */
  environment(): Record<string, string>
  /** Starts a platform as a process and waits until it is ready. */
  start(
    command: string,
    args: string[],
    options: { cwd?: string; env?: Record<string, string> },
  ): Promise<PlatformProcess>
}

/** A database and a partner's server for the tests of a file, and the platform as a process. */
export const useDeployment = (): Deployment => {
  const children: ReturnType<typeof spawn>[] = []
  const masterKey = randomBytes(32).toString('base64')

  beforeAll(async () => {
    deployment.database = await createTestDatabase()
    deployment.server = await startPartner()
  })

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await deployment.server.close()
    await deployment.database.drop()
  })

  const deployment: Deployment = {
    database: undefined as never,
    server: undefined as never,
    environment: () => ({
      PATH: '/usr/bin:/bin',
      DATABASE_URL: deployment.database.url,
      WASL_MASTER_KEY: masterKey,
    }),
    async start(command, args, { cwd, env = {} }) {
      const port = await freePort()
      const operatorKey = `operator-${randomBytes(24).toString('hex')}`
      const child = spawn(command, args, {
        cwd,
        env: {
          ...deployment.environment(),
          PORT: String(port),
          WASL_OPERATOR_KEY: operatorKey,
          WASL_ALLOW_PRIVATE_TARGETS: '1',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      let log = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text))
      const exited = once(child, 'exit')
      const node = nodeAt(`http://127.0.0.1:${port}`, operatorKey)
      await until('the platform to be ready', () => log.includes('the platform is ready'))
      return {
        node,
        openPayment: (reference) => openPayment(node, operatorKey, deployment.server, reference),
        log: () => log,
        terminate() {
          child.kill('SIGTERM')
          return exited
        },
      }
    },
  }
  return deployment
}

const openPayment = async (
  node: PlatformProcess['node'],
  operatorKey: string,
  server: PartnerServer,
  reference: string,
) => {
  const create = async (path: string, body: unknown): Promise<any> =>
    (await node.call('POST', path, { key: operatorKey, body })).body
  const partner = await create('/operator/v1/partners', { name: 'Shop', apiUrl: server.apiUrl })
  await create(`/operator/v1/partners/${partner.partnerId}/go-live`, { reason: 'A test.' })
  server.trust({ apiSecrets: [partner.apiSecret], hmacSecrets: [partner.hmacSecret] })
  const channel = await create('/operator/v1/channels', { name: 'Till', kind: 'AGENCY' })
  const { paymentId } = await node.opened(channel, partner, reference)
  await server.webhooksArrived(reference, 1)
  return { channel, paymentId }
}
