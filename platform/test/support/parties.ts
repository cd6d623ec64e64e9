import type { ChannelKind } from '@wasl/protocol'
import { partnerNumber } from '../../src/base/wire-ids.ts'
import type { PartnerServer } from './partner.ts'
import type { Node, TestChannel, TestPartner } from './node.ts'

/** Whom an operator calls, and with what key. */
export type Desk = Pick<Node, 'call'> & { operatorKey: string }

/** Makes a partner whose endpoints this server is. */
export const createPartner = async (desk: Desk, server: PartnerServer): Promise<TestPartner> => {
  const created = await create(desk, '/operator/v1/partners', {
    name: 'Shop',
    apiUrl: server.apiUrl,
  })
  const { partnerId, apiKey, apiSecret, hmacSecret } = created
  await goLive(desk, partnerId)
  server.trust({ apiSecrets: [apiSecret], hmacSecrets: [hmacSecret] })
  const number = partnerNumber(partnerId) as number
  return { partnerId, number, apiKey, apiSecret, hmacSecret }
}

export const createChannel = async (
  desk: Desk,
  kind: ChannelKind = 'AGENCY',
): Promise<TestChannel> => {
  const { channelId, apiKey } = await create(desk, '/operator/v1/channels', { name: 'Till', kind })
  return { channelId, kind, apiKey }
}

/** A partner of a test can be paid. */
const goLive = async ({ call, operatorKey }: Desk, partnerId: string): Promise<void> => {
  const options = { key: operatorKey, body: { reason: 'The partner of a test.' } }
  const answer = await call('POST', `/operator/v1/partners/${partnerId}/go-live`, options)
  if (answer.status !== 200) throw new Error(`the partner did not go live: ${answer.text}`)
}

const create = async ({ call, operatorKey }: Desk, path: string, body: unknown): Promise<any> => {
  const answer = await call('POST', path, { key: operatorKey, body })
  if (answer.status !== 201) throw new Error(`POST ${path} was answered ${answer.text}`)
  return answer.body
}
