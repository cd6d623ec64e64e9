import type { QrConfig } from '@wasl/protocol'
import type pg from 'pg'
import { createQrCode, type NewQrCode } from '../../src/qr/create-code.ts'
import type { Answer, Node, TestChannel, TestPartner, TestPlatform } from './platform.ts'

const BY = { name: 'test', requestId: null }

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
): Promise<Answer<QrConfig & Record<string, any>>> =>
  node.call('POST', '/partner/qr/v1/set-qr-config', { key: partner.apiKey, body })

export const callUnset = (
  node: Pick<Node, 'call'>,
  partner: Pick<TestPartner, 'apiKey'>,
  body: unknown,
): Promise<Answer<QrConfig & Record<string, any>>> =>
  node.call('POST', '/partner/qr/v1/un-set-qr-config', { key: partner.apiKey, body })

export const scanCode = (
  node: Pick<Node, 'call'>,
  channel: Pick<TestChannel, 'apiKey'>,
  token: string,
): Promise<Answer> =>
  node.call('GET', `/channel/v1/qr-codes/${encodeURIComponent(token)}`, { key: channel.apiKey })

export const payCode = (
  node: Pick<Node, 'call'>,
  channel: Pick<TestChannel, 'apiKey'>,
  token: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  node.call('POST', `/channel/v1/qr-codes/${encodeURIComponent(token)}/payments`, {
    key: channel.apiKey,
    ...(body !== undefined && { body }),
    headers,
  })

/** The calls of one partner and one channel, each of which must be answered well. */
export const qrCalls = (
  platform: () => TestPlatform,
  partner: () => TestPartner,
  channel: () => TestChannel,
) => {
  const well = (answer: Answer, status: number): any => {
    if (answer.status !== status) throw new Error(`expected ${status}, received ${answer.text}`)
    return answer.body
  }
  return {
    code: (fields: Parameters<typeof makeQrCode>[2] = {}): Promise<string> =>
      makeQrCode(platform().pool, partner(), fields),
    set: async (token: string, amounts: number[], options: SetOptions = {}): Promise<QrConfig> =>
      well(await callSet(platform(), partner(), { qrCodeToken: token, amounts, ...options }), 200),
    unset: async (token: string): Promise<QrConfig> =>
      well(await callUnset(platform(), partner(), { qrCodeToken: token }), 200),
    scan: async (token: string): Promise<any> =>
      well(await scanCode(platform(), channel(), token), 200),
    pay: async (token: string, amount?: number): Promise<any> =>
      well(
        await payCode(platform(), channel(), token, amount === undefined ? undefined : { amount }),
        201,
      ),
  }
}
