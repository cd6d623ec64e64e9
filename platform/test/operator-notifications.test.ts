/** A test notification from the button of the system page to the operator's own addresses (W145). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationReport } from '@wasl/protocol'
import {
  readMail,
  startMailServer,
  startReceiver,
  type MailServer,
  type Receiver,
} from './support/notified.ts'
import { signInAs } from './support/people.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { expectRefusal } from './support/scene.ts'
import { until } from './support/wait.ts'

const TEST = '/operator/v1/notifications/test'

let receiver: Receiver
let mailServer: MailServer
let platform: TestPlatform

beforeAll(async () => {
  receiver = await startReceiver()
  mailServer = await startMailServer()
  const server = { host: '127.0.0.1', port: mailServer.port, isTls: false, isLoopback: true }
  platform = await startTestPlatform({
    notify: {
      webhook: { url: `${receiver.url}?token=hidden`, secret: 's'.repeat(32) },
      email: {
        server: { ...server, login: null },
        from: 'wasl@wasl.example',
        to: ['desk@wasl.example'],
      },
      language: 'fr',
    },
  })
})

afterAll(async () => {
  await platform.stop()
  await Promise.all([receiver.close(), mailServer.close()])
})

test('an engineer sends a test notification, and sees that it was taken', async () => {
  const engineer = await signInAs(platform, { side: 'operator', role: 'engineer' })
  const answer = await engineer.call('POST', TEST)
  expect(answer.status).toBe(202)
  expect(answer.body.items).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  const report = await until('both to be sent', async () => {
    const { body } = await engineer.call('GET', '/operator/v1/notifications')
    return body.items.every(({ state }: any) => state === 'sent') && body
  })
  expect(notificationReport.parse(report)).toEqual(report)
  expect(report).toMatchObject({
    webhook: new URL(receiver.url).host,
    email: ['desk@wasl.example'],
    language: 'fr',
  })
  expect(JSON.stringify(report)).not.toContain('hidden')
  expect(receiver.received).toHaveLength(1)
  expect(mailServer.mails.map((mail) => readMail(mail).subject)).toEqual([
    'Wasl : Ceci est un essai : les notifications de Wasl vous parviennent ici.',
  ])
  const { text } = await platform.call('GET', '/metrics')
  expect(text).toContain('wasl_notifications_total{result="sent"} 2')
  expect(text).toContain('wasl_notifications_total{result="given_up"} 0')
})

test('a test is asked for at most six times a minute, by those who set addresses', async () => {
  const engineer = await signInAs(platform, { side: 'operator', role: 'engineer' })
  const asked = await Promise.all(Array.from({ length: 8 }, () => engineer.call('POST', TEST)))
  const limited = asked.filter(({ status }) => status === 429)
  expect(asked.filter(({ status }) => status === 202)).toHaveLength(5)
  for (const answer of limited) {
    expectRefusal(answer, 'NOTIFICATION429_TOO_MANY')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const auditor = await signInAs(platform, { side: 'operator', role: 'auditor' })
  expectRefusal(await auditor.call('POST', TEST), 'OPERATOR403_PERMISSION')
  expect((await auditor.call('GET', '/operator/v1/notifications')).status).toBe(200)
})
