import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../platform/test/support/database.ts'
import { createChannel, createPartner, type Desk } from '../../platform/test/support/parties.ts'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { nodeAt, type Node, type TestChannel } from '../../platform/test/support/node.ts'
import { startProgram, type Main } from '../../platform/test/support/platform-process.ts'
import { until } from '../../platform/test/support/wait.ts'

export type Deployed = {
  node: Omit<Node, 'stop'>
  /** Opens a payment of a new partner and a new channel, and waits for its first webhook. */
  openPayment(reference: string): Promise<{ channel: TestChannel; paymentId: string }>
  /** What it has logged. */
  log(): string
  /** Sends SIGTERM and returns the exit code, or the signal that ended it. */
  terminate(): Main['exited']
}

export type Deployment = {
  database: TestDatabase
  server: PartnerServer
  /** The variables without which no platform starts. */
  environment(): Record<string, string>
  /** Starts a platform as a process and waits until it is ready. */
  start(
    command: [program: string, ...args: string[]],
    options: { cwd?: string; env?: Record<string, string> },
  ): Promise<Deployed>
}

/** A database and a partner's server for the tests of a file, and the platform as a process. */
export const useDeployment = (): Deployment => {
  const started: Main[] = []
  const masterKey = randomBytes(32).toString('base64')

  beforeAll(async () => {
    deployment.database = await createTestDatabase()
    deployment.server = await startPartner()
  })

  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL')
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
    async start(command, { cwd, env = {} }) {
      const operatorKey = `operator-${randomBytes(24).toString('hex')}`
      const main = startProgram(
        {
          ...deployment.environment(),
          PORT: '0',
          WASL_OPERATOR_KEY: operatorKey,
          WASL_ALLOW_PRIVATE_TARGETS: '1',
          ...env,
        },
        { command, cwd, stdio: ['ignore', 'pipe', 'inherit'] },
      )
      started.push(main)
      const node = nodeAt(await main.listening, operatorKey)
      await until('the platform to be ready', () => main.stdout().includes('the platform is ready'))
      return {
        node,
        openPayment: (reference) =>
          openPayment({ ...node, operatorKey }, deployment.server, reference),
        log: main.stdout,
        terminate() {
          main.terminate()
          return main.exited
        },
      }
    },
  }
  return deployment
}

const openPayment = async (
  node: Deployed['node'] & Desk,
  server: PartnerServer,
  reference: string,
): Promise<{ channel: TestChannel; paymentId: string }> => {
  const partner = await createPartner(node, server)
  const channel = await createChannel(node)
  const { paymentId } = await node.opened(channel, partner, reference)
  await server.webhooksArrived(reference, 1)
  return { channel, paymentId }
}
