import type { ChannelKind } from '@wasl/protocol'
import { createAgent } from '../../src/parties/agents/agents.ts'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import { withTransaction } from '../../src/base/database/with-transaction.ts'
import { decideFee } from '../../src/money/settlement/fees/decide.ts'
import { ownerOfPartner } from '../../src/money/settlement/fees/owner.ts'
import { proposeFee } from '../../src/money/settlement/fees/propose.ts'
import { decideAccountChange } from '../../src/money/settlement/partner-accounts/decide.ts'
import { requestAccountChange } from '../../src/money/settlement/partner-accounts/request.ts'
import { changeSettings } from '../../src/money/settlement/statements/settings.ts'
import { THE_PLATFORM, type OperatorActor } from '../../src/base/audit/append.ts'
import { replaceChance } from '../../src/base/chance.ts'
import { createChannel } from '../../src/parties/channels/create.ts'
import { createPartner } from '../../src/parties/partners/create.ts'
import { createQrCode } from '../../src/payments/qr-codes/create.ts'
import { createKeyring, type Keyring } from '../../src/base/secrets/seal.ts'
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
  agents: { agentId: number; channelId: number }[]
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

const PEOPLE = { maker: person('Amina Belkacem', 1), checker: person('Karim Haddad', 2) }

/** From the first morning's next day on. */
const FEES_FROM = '2026-03-03'

/** Fees, a bank account, and a statement of every day. */
const agreeWith = async (db: Database, partnerId: number): Promise<void> => {
  const { pool } = db
  const { maker, checker } = PEOPLE
  await changeSettings(pool, partnerId, { schedule: 'daily' }, maker)
  for (const channelKind of KINDS) {
    const owner = ownerOfPartner(partnerId)
    const terms = { basisPoints: 150, fixed: 0, minimum: 0, maximum: null, vatBasisPoints: 1_900 }
    const version = { ...terms, channelKind, from: FEES_FROM, onRefund: 'proportional' } as const
    const proposed = await proposeFee(pool, owner, version, maker)
    if (!proposed.ok) throw new Error(`the fees of partner ${partnerId}: ${proposed.code}`)
    const { feeVersionId } = proposed.version
    await decideFee(pool, { ...owner, feeVersionId }, 'approved', checker)
  }
  const numbers = { nif: null, nis: null, rc: null, ai: null }
  const account = { accountHolder: 'SARL El Baraka', rib: '00799999001234567803', ...numbers }
  const asked = await requestAccountChange(pool, partnerId, account, maker)
  if (!asked.ok) throw new Error(`the account of partner ${partnerId}: ${asked.code}`)
  const { changeId } = asked.change
  await decideAccountChange(pool, { partnerId, changeId, decision: 'approved' }, checker)
}

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
      await db.pool.query(`update partners set state = 'live' where partner_id = $1`, [partnerId])
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
      const { channelId } = await createChannel(
        db.pool,
        { name: kind, kind, isTest: false },
        THE_PLATFORM,
      )
      channels.push({ channelId, kind })
    }
    const agents: Fixture['agents'] = []
    for (const { channelId } of channels) {
      const names = { name: 'Yacine', cashMax: null, heldDaysMax: null }
      const made = await withTransaction(db.pool, (tx) => createAgent(tx, { channelId, ...names }))
      agents.push({ agentId: made.agent_id, channelId })
    }
    for (const { partnerId } of partners) await agreeWith(db, partnerId)
    return { keyring, partners, channels, agents, people: PEOPLE }
  } finally {
    await db.close()
    putBack()
  }
}
