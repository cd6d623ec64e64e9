/** Examples of channels and their kinds. */
import { SHOWN_ONCE } from './payments.ts'

export const createChannel = { name: 'Agence Didouche', kind: 'AGENCY', isTest: false }
export const createdChannel = { channelId: 'chn_7', ...createChannel, apiKey: SHOWN_ONCE }

export const rotatedChannel = {
  channelId: 'chn_7',
  apiKey: SHOWN_ONCE,
  previousValidUntil: '2026-11-22T09:00:00.000Z',
}

export const channelRecord = {
  channelId: 'chn_7',
  ...createChannel,
  status: 'active',
  partners: null,
  createdAt: '2026-11-01T08:10:00.000Z',
  requiresAgent: true,
  countTolerance: 50,
  keyPermissions: ['payments.view', 'payments.refund', 'references.view'],
}

const defaultLimits = { lockSecondsMax: null, openLocksMax: null, notFoundPerMinute: null }
export const channelKindRecord = {
  kind: 'DELIVERY',
  lockSeconds: 3600,
  lockSecondsMax: 86_400,
  openLocksMax: 5000,
  notFoundPerMinute: null,
}
export const channelKindList = {
  items: [
    { kind: 'AGENCY', lockSeconds: null, ...defaultLimits },
    channelKindRecord,
    { kind: 'MARKETPLACE', lockSeconds: null, ...defaultLimits },
  ],
}
