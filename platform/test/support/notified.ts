/** Where an operator is notified: a web server and a mail server of its own, over real sockets. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

export type Received = { headers: Record<string, string | string[] | undefined>; body: Buffer }

export type Receiver = {
  url: string
  received: Received[]
  /** The status of the next answers. */
  answer: (status: number) => void
  close(): Promise<void>
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  let status = 204
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      if (status < 300) received.push({ headers: incoming.headers, body: Buffer.concat(chunks) })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/wasl`,
    received,
    answer: (next) => void (status = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Mail = { from: string; to: string[]; isEncrypted: boolean; data: string }

export type MailServer = {
  port: number
  mails: Mail[]
  /** Every line that a client sent outside a message. */
  commands: string[]
  close(): Promise<void>
}

type MailServerOptions = {
  /** Offers STARTTLS with this certificate. */
  tls?: { key: string; cert: string }
  /** Answers a command by itself; undefined answers as usual. */
  onCommand?: (command: string) => string | undefined
}

/** A mail server that keeps what it is given. */
export const startMailServer = async (options: MailServerOptions = {}): Promise<MailServer> => {
  const mails: Mail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.write('220 mail.test ESMTP\r\n')
    serve(socket, { ...options, mails, commands, isEncrypted: false })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server.address()),
    mails,
    commands,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type Serving = MailServerOptions & Pick<MailServer, 'mails' | 'commands'> & { isEncrypted: boolean }

const serve = (socket: Socket, serving: Serving): void => {
  const { mails, commands, isEncrypted, tls, onCommand } = serving
  let pending = ''
  let mail: Mail = { from: '', to: [], isEncrypted, data: '' }
  let inData = false

  const obey = (line: string): string | null => {
    commands.push(line)
    const own = onCommand?.(line)
    if (own !== undefined) return own
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    switch (verb) {
      case 'EHLO':
        return `250-mail.test\r\n${tls && !isEncrypted ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN LOGIN`
      case 'AUTH':
        return '235 welcome'
      case 'MAIL':
        mail = { from: addressIn(line), to: [], isEncrypted, data: '' }
        return '250 ok'
      case 'RCPT':
        mail.to.push(addressIn(line))
        return '250 ok'
      case 'DATA':
        inData = true
        return '354 go on'
      case 'STARTTLS':
        return null
      case 'QUIT':
        return '221 bye'
      default:
        return '250 ok'
    }
  }

  const take = (line: string): void => {
    if (inData) {
      if (line !== '.') {
        mail.data += `${line.replace(/^\./, '')}\r\n`
        return
      }
      inData = false
      mails.push(mail)
      socket.write('250 taken\r\n')
      return
    }
    const answer = obey(line)
    if (answer !== null) {
      socket.write(`${answer}\r\n`)
      return
    }
    socket.removeAllListeners('data')
    socket.write('220 go on\r\n')
    const secured = new TLSSocket(socket, { isServer: true, ...tls })
    secured.on('error', () => undefined)
    serve(secured, { ...serving, isEncrypted: true })
  }

  socket.on('data', (chunk: Buffer) => {
    pending += chunk.toString('utf8')
    for (let end = pending.indexOf('\r\n'); end !== -1; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end)
      pending = pending.slice(end + 2)
      take(line)
    }
  })
}

const addressIn = (line: string): string => /<(.*)>/.exec(line)?.[1] ?? ''

const portOf = (address: ReturnType<ReturnType<typeof createTcpServer>['address']>): number =>
  typeof address === 'object' && address !== null ? address.port : 0

/** A message as its reader sees it: the header lines, unfolded, and the text. */
export const readMail = ({ data }: Mail): { headers: string[]; subject: string; text: string } => {
  const [head = '', ...rest] = data.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const valueOf = (name: string): string =>
    headers.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  const body = rest.join('\r\n\r\n')
  const isBase64 = valueOf('content-transfer-encoding') === 'base64'
  const text = isBase64
    ? Buffer.from(body, 'base64').toString()
    : unquoted(body.replaceAll('=\r\n', ''))
  return { headers, subject: decodedWords(valueOf('subject')), text: text.replaceAll('\r\n', '\n') }
}

const decodedWords = (value: string): string =>
  value
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquoted(word.replaceAll('_', ' ')),
    )

const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()
