/** Mail over SMTP against a real server on a socket. */
import { afterEach, expect, test } from 'vitest'
import { readMail, startMailServer, type MailServer } from '../../../test/support/notified.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { createSendEmail } from './send-email.ts'
import type { NotificationItem } from './incident.ts'

const item: NotificationItem = {
  phase: 'began',
  kind: 'webhooks-fail',
  incidentId: null,
  partnerId: 1001,
  partnerName: 'Boutique',
  facts: { count: 12, detail: null },
  beganAt: '2026-11-21T08:40:00.000Z',
  endedAt: null,
  began: '2026-11-21 09:40',
  ended: null,
}

const notification = {
  notificationId: '0199f3c0-2b7e-7a10-8c00-000000000000',
  madeAt: '2026-11-21T08:40:12.000Z',
  items: [item],
  attempt: 1,
}

let server: MailServer
afterEach(() => server.close())

const senderTo = (isLoopback: boolean, login: { user: string; pass: string } | null = null) =>
  createSendEmail(
    {
      server: { host: '127.0.0.1', port: server.port, isTls: false, isLoopback, login },
      from: 'wasl@wasl.example',
      to: ['desk@wasl.example', 'night@wasl.example'],
    },
    'ar',
    () => 'https://pay.example',
  )

const NEVER = new AbortController().signal

test('a mail goes to every mailbox, with the same id on every attempt', async () => {
  server = await startMailServer()
  expect(await senderTo(true)(notification, NEVER)).toBe(null)
  expect(await senderTo(true)({ ...notification, attempt: 2 }, NEVER)).toBe(null)
  expect(server.mails).toHaveLength(2)
  const [first, second] = server.mails.map(readMail)
  expect(server.mails[0]?.to).toEqual(['desk@wasl.example', 'night@wasl.example'])
  expect(first?.subject.replaceAll(/[\u2068\u2069\u200f]/g, '')).toBe(
    'وصل: Boutique لا يؤكّد استلام إشعارات الويب: 12 تنتظر المحاولة التالية.',
  )
  expect(first?.text).toContain('https://pay.example/console/partners/prt_1001/health')
  const id = '<0199f3c0-2b7e-7a10-8c00-000000000000@wasl.example>'
  expect(first?.headers).toContain(`Message-ID: ${id}`)
  expect(second?.headers).toContain(`Message-ID: ${id}`)
  expect(first?.headers).toContain('Auto-Submitted: auto-generated')
})

test('no name begins a header, a recipient or a command', async () => {
  server = await startMailServer()
  const partnerName = 'x\r\nBcc: thief@evil.example\r\n\r\n.\r\nRCPT TO:<thief@evil.example>\r\n'
  await senderTo(true)({ ...notification, items: [{ ...item, partnerName }] }, NEVER)
  const [mail] = server.mails
  if (!mail) throw new Error('no mail came')
  expect(server.mails).toHaveLength(1)
  expect(mail.to).toEqual(['desk@wasl.example', 'night@wasl.example'])
  const { headers, text } = readMail(mail)
  expect(headers.map((line) => line.split(':')[0])).not.toContain('Bcc')
  expect(text).toContain('Bcc: thief@evil.example')
})

test('outside this machine nothing is sent, and no password, to a server without TLS', async () => {
  server = await startMailServer()
  const login = { user: 'wasl', pass: 'hunter2hunter2' }
  const error = await senderTo(false, login)(notification, NEVER)
  expect(error).toMatch(/TLS/i)
  expect(server.commands.filter((line) => /^(AUTH|MAIL)/i.test(line))).toEqual([])
  expect(server.mails).toEqual([])
})

test('outside this machine nothing is sent to a server that nobody vouches for', async () => {
  server = await startMailServer({ tls: selfSigned(['mail.test']) })
  const login = { user: 'wasl', pass: 'hunter2hunter2' }
  const error = await senderTo(false, login)(notification, NEVER)
  expect(error).toMatch(/self.signed|certificate/i)
  expect(server.commands.filter((line) => /^(AUTH|MAIL)/i.test(line))).toEqual([])
  expect(server.mails).toEqual([])
})

test('a refusal is told without the password that the server repeats', async () => {
  server = await startMailServer({
    onCommand: (line) => (line.startsWith('AUTH') ? '535 hunter2hunter2 is wrong' : undefined),
  })
  const login = { user: 'wasl', pass: 'hunter2hunter2' }
  const error = await senderTo(true, login)(notification, NEVER)
  expect(error).toContain('535')
  expect(error).not.toContain('hunter2')
})

test('a shutdown cuts a server that says nothing', async () => {
  server = await startMailServer({ onCommand: () => '' })
  const stopping = new AbortController()
  const sending = senderTo(true)(notification, stopping.signal)
  stopping.abort()
  expect(await sending).toMatch(/in time/)
})
