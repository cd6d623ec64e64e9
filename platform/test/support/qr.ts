import type { ChannelPayment, QrConfig, ScannedQrCode } from '@wasl/protocol'
import type pg from 'pg'
import { createQrCode, type NewQrCode } from '../../src/payments/qr-codes/create.ts'
import type { Answer, AnswerOf, Node, TestChannel, TestPartner } from './node.ts'
import type { Scene } from './scene.ts'

const BY = { id: null, name: 'test', requestId: null }

/** Makes a code of this partner's; returns its token. */
export const makeQrCode = async (
  pool: pg.Pool,
  partner: Pick<TestPartner, 'number'>,
  fields: { label?: string; dynamicCentimes?: number } = {},
): Promise<string> => {
  const { label = 'Till 1', dynamicCentimes } = fields
  const code: NewQrCode = {
    partnerId: partner.number,
    label,
    ...(dynamicCentimes === undefined
      ? { kind: 'static' }
      : { kind: 'dynamic', amount: dynamicCentimes }),
  }
  const row = await createQrCode(pool, code, BY)
  if (row === null) throw new Error(`there is no partner ${partner.number}`)
  return row.token
}

export type SetOptions = { expiresAt?: string; singleUse?: boolean }

/** The partner's two calls (sections 4.4 and 4.5), whatever comes of them. */
export const callSet = (
  node: Pick<Node, 'call'>,
  partner: Pick<TestPartner, 'apiKey'>,
  body: unknown,
): Promise<AnswerOf<QrConfig>> =>
  node.call('POST', '/partner/qr/v1/set-qr-config', { key: partner.apiKey, body })

export const callUnset = (
  node: Pick<Node, 'call'>,
  partner: Pick<TestPartner, 'apiKey'>,
  body: unknown,
): Promise<AnswerOf<QrConfig>> =>
  node.call('POST', '/partner/qr/v1/un-set-qr-config', { key: partner.apiKey, body })

export const scanCode = (
  node: Pick<Node, 'call'>,
  channel: Pick<TestChannel, 'apiKey'>,
  token: string,
): Promise<AnswerOf<ScannedQrCode>> =>
  node.call('GET', `/channel/v1/qr-codes/${encodeURIComponent(token)}`, { key: channel.apiKey })

export const payCode = (
  node: Pick<Node, 'call'>,
  channel: Pick<TestChannel, 'apiKey'>,
  token: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<AnswerOf<ChannelPayment>> =>
  node.call('POST', `/channel/v1/qr-codes/${encodeURIComponent(token)}/payments`, {
    key: channel.apiKey,
    ...(body !== undefined && { body }),
    headers,
  })

/**
 * The calls of the scene's partner and channel, each of which must succeed. Each call reads the scene,
 * which is empty until the tests begin.
 */
export const qrCalls = (scene: Pick<Scene, 'platform' | 'partner' | 'channel'>) => {
  const well = <Body>(answer: Answer<Body>, status: number): Body => {
    if (answer.status !== status) throw new Error(`expected ${status}, received ${answer.text}`)
    return answer.body
  }
  return {
    code: (fields: Parameters<typeof makeQrCode>[2] = {}): Promise<string> =>
      makeQrCode(scene.platform.pool, scene.partner, fields),
    async set(token: string, amounts: number[], options: SetOptions = {}): Promise<QrConfig> {
      const body = { qrCodeToken: token, amounts, ...options }
      return well(await callSet(scene.platform, scene.partner, body), 200)
    },
    async unset(token: string): Promise<QrConfig> {
      return well(await callUnset(scene.platform, scene.partner, { qrCodeToken: token }), 200)
    },
    async scan(token: string): Promise<ScannedQrCode> {
      return well(await scanCode(scene.platform, scene.channel, token), 200)
    },
    async pay(token: string, amount?: number): Promise<ChannelPayment> {
      const body = amount === undefined ? undefined : { amount }
      return well(await payCode(scene.platform, scene.channel, token, body), 201)
    },
  }
}
