/**
 * Links that sign a newcomer in as people of the demonstration. They lead to a small server beside
 * the platform, which no installation has: it sets the cookie of a new session and passes the
 * browser on. Cookies belong to a host, whatever the port. A new secret is in the links of each run.
 */
import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { LocalUser } from '@wasl/platform'
import type { Session } from '../../cli/src/dev/session.ts'

export type Doors = {
  links: { who: string; url: string }[]
  /** The address of a page for somebody who has followed a link. */
  pageAt(path: string): string
  close(): Promise<void>
}

type Door = { who: string; path: string; screen: string; user: LocalUser }

export const openDoors = async (session: Session): Promise<Doors> => {
  const doors = await doorsOf(session)
  const platform = onLocalhost(session.platformUrl)
  const secret = `/${randomBytes(16).toString('base64url')}`
  const hosts = new Set<string>()
  const server = createServer((request, response) => {
    const door = doors.find(({ path }) => `${secret}${path}` === request.url)
    // A page of another site reaches this server by a name that it lets point here (DNS rebinding): it
    // neither has our name nor knows the secret.
    const isOurs = hosts.has(request.headers.host ?? '')
    if (door === undefined || !isOurs || request.method !== 'GET') return answerUnknown(response)
    session.people.signIn(door.user).then(
      ({ token, lifeSeconds }) => {
        const cookie = `wasl-session=${token}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict`
        response.writeHead(302, { 'set-cookie': cookie, location: platform + door.screen }).end()
      },
      (error: unknown) => response.writeHead(500).end(`${String(error)}\n`),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const name of ['localhost', '127.0.0.1']) hosts.add(`${name}:${port}`)
  return {
    pageAt: (path) => platform + path,
    links: doors.map(({ who, path }) => ({ who, url: `http://localhost:${port}${secret}${path}` })),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Passkeys need a name: no browser makes one for an IP address. */
const onLocalhost = (url: string): string => `http://localhost:${new URL(url).port}`

const answerUnknown = (response: ServerResponse): void => {
  response.writeHead(404).end('Expected one of the links that npm start printed.\n')
}

const doorsOf = async (session: Session): Promise<Door[]> => [
  ...officeDoors(session),
  await tillDoor(session),
]

const tillDoor = async ({ accounts, api, people }: Session): Promise<Door> => {
  const { channels } = accounts
  const { channelId, apiKey } = channels.AGENCY
  const agentEmail = `agent-${channelId}@demo.wasl.example`
  // An agent is a row of its channel, and the user of an earlier run has one.
  const agent = (await people.knows(agentEmail))
    ? null
    : await api.call<{ agentId: string }>('POST', '/channel/v1/agents', apiKey, { name: 'Yacine' })
  return {
    who: 'agent',
    path: '/agent',
    screen: '/till',
    user: {
      email: agentEmail,
      name: 'Yacine',
      side: 'channel',
      role: 'agent',
      language: 'ar',
      channelId,
      ...(agent !== null && { agentId: agent.agentId }),
    },
  }
}

const officeDoors = ({ accounts: { partner } }: Session): Door[] => {
  return [
    {
      who: 'owner',
      path: '/owner',
      screen: '/console',
      user: {
        email: 'owner@demo.wasl.example',
        name: 'Amel Haddad',
        side: 'operator',
        role: 'owner',
        language: 'fr',
      },
    },
    {
      who: 'partner',
      path: '/partner',
      screen: '/portal',
      user: {
        email: `owner-${partner.partnerId}@demo.wasl.example`,
        name: 'Nassima Brahimi',
        side: 'partner',
        role: 'owner',
        language: 'fr',
        partnerId: partner.partnerId,
      },
    },
  ]
}
