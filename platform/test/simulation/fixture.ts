import type { ChannelKind } from '@wasl/protocol'
import { createDatabase } from '../../src/database/database.ts'
import { THE_PLATFORM, type OperatorActor } from '../../src/audit/append.ts'
import { replaceChance } from '../../src/chance.ts'
import { createChannel } from '../../src/channels/create.ts'
import { createPartner } from '../../src/partners/create.ts'
import { createQrCode } from '../../src/qr-codes/create.ts'
import { createKeyring, type Keyring } from '../../src/secrets/seal.ts'
import { createVirtualTime } from './time.ts'

export type SimulatedPartner = {
  partnerId: number
  apiKey: string
  apiSecret: string
  hmacSecret: string
  /** Static codes. */
  tokens: string[]
}

export type SimulatedChannel = { channelId: number; kind: ChannelKind }

/** What every seed begins with. */
export type Fixture = {
  keyring: Keyring
  partners: SimulatedPartner[]
  channels: SimulatedChannel[]
  people: { maker: OperatorActor; checker: OperatorActor }
}

const PARTNERS = 2
const CODES_OF_A_PARTNER = 2

const KINDS: ChannelKind[] = ['AGENCY', 'DELIVERY']

const person = (holder: string, number: number): OperatorActor => ({
  id: `opk_${number}`,
  name: holder,
  holder,
  requestId: null,
})

/** Makes it with the platform's own functions, with the same secrets and codes each time. */
export const addFixture = async (url: string): Promise<Fixture> => {
  const putBack = replaceChance(createVirtualTime(0).chance)
  const db = createDatabase(url)
  const keyring = createKeyring(Buffer.alloc(32, 7))
  try {
    const partners: SimulatedPartner[] = []
    for (let index = 0; index < PARTNERS; index += 1) {
      const urls = { apiUrl: `https://partner-${index}.example/pay`, webhookUrl: null }
      const names = { name: `Partner ${index}`, nameAr: null, city: null }
      const partner = await createPartner(
        { pool: db.pool, keyring },
        { ...names, ...urls },
        THE_PLATFORM,
      )
      const { partnerId, apiKey, apiSecret, hmacSecret } = partner
      const tokens: string[] = []
      for (let code = 0; code < CODES_OF_A_PARTNER; code += 1) {
        const wanted = { partnerId, label: `Till ${code}`, kind: 'static' } as const
        const made = await createQrCode(db.pool, wanted, THE_PLATFORM)
        if (made) tokens.push(made.token)
      }
      partners.push({ partnerId, apiKey, apiSecret, hmacSecret, tokens })
    }
    const channels: SimulatedChannel[] = []
    for (const kind of KINDS) {
      const { channelId } = await createChannel(db.pool, { name: kind, kind }, THE_PLATFORM)
      channels.push({ channelId, kind })
    }
    const people = { maker: person('Amina Belkacem', 1), checker: person('Karim Haddad', 2) }
    return { keyring, partners, channels, people }
  } finally {
    await db.close()
    putBack()
  }
}
