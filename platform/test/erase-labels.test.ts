import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { runCommand, type CommandRun } from './support/command.ts'
import { newReference } from './support/node.ts'
import { useScene } from './support/scene.ts'

const scene = useScene()

const run = (args: Record<string, string>): Promise<CommandRun> => {
  const options = Object.entries(args).flatMap(([name, value]) => [`--${name}`, value])
  return runCommand('erase-labels', options, {
    DATABASE_URL: scene.platform.databaseUrl,
    WASL_MASTER_KEY: randomBytes(32).toString('base64'),
  })
}

test('the labels of a reference are erased from all of its payments, with an audit entry', async () => {
  const { platform, partner, channel } = scene
  const reference = newReference()
  const labels = [{ label_en: 'Pupil', label_fr: 'Élève', value: 'Amina B.' }]
  scene.server.onLookup(({ reference: asked }) => ({
    status: 200,
    body: {
      reference: asked,
      total_amount: 100,
      currency: 'DZD',
      amount_detail: [],
      details: labels,
    },
  }))
  const first = await platform.opened(channel, partner, reference)
  await platform.change(channel, 'cancel', first.paymentId)
  const second = await platform.opened(channel, partner, reference)
  const other = await platform.opened(channel, partner, newReference())
  expect(second.details).not.toEqual([])
  const asked = { partner: partner.partnerId, reference, reason: 'request 2026-14' }

  const { code, stdout } = await run(asked)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Erased the labels of 2 payments\n/)])

  const read = async (paymentId: string) => (await platform.payment(channel, paymentId)).body
  for (const { paymentId } of [first, second]) {
    expect(await read(paymentId)).toMatchObject({ details: [], amount_detail: [], reference })
    const { items } = await platform.operator(`/audit-log?subject=${paymentId}`)
    expect(items).toMatchObject([
      {
        action: 'payment.erase-labels',
        actor: 'command line',
        details: { reason: 'request 2026-14' },
      },
    ])
  }
  expect(await read(other.paymentId)).toMatchObject({ details: other.details })
  const { rows } = await platform.pool.query(
    `select from webhook_events where body like '%' || $1 || '%' and body ~ 'label'`,
    [reference],
  )
  expect(rows).toEqual([])
  expect((await run(asked)).stdout).toBe('Erased the labels of 0 payments\n')
})

test.each([
  [{ partner: '1001', reference: 'r', reason: 'x' }, '--partner'],
  [{ partner: 'prt_1001', reference: '', reason: 'x' }, '--reference'],
  [{ partner: 'prt_1001', reference: 'r', reason: ' ' }, '--reason'],
])('the options %j are refused', async (args, option) => {
  const { code, stderr } = await run(args)
  expect([code, stderr]).toEqual([1, expect.stringContaining(`expected ${option} with`)])
})
