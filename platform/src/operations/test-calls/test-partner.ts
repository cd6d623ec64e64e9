import type { AddressTestRequest, TestCall } from '@wasl/protocol'
import type pg from 'pg'
import type { Actor } from '../../base/audit/append.ts'
import type { Send } from '../../base/outbound/outbound-types.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'
import { effectiveWebhookUrl } from '../../parties/partners/partner.ts'
import { admitTest } from './admit.ts'
import { makeTestLookup, sendTestWebhook, targetOf } from './make.ts'

export type TestDeps = {
  pool: pg.Pool
  send: Send
  loadTarget: (partnerId: number) => Promise<PartnerTarget | null>
}

/** The partner does not exist, or was tested too often. */
export type NotMade = 'unknown' | { retryAfterSeconds: number }

/** Sends a test webhook to the saved address. */
export const testWebhook = async (
  { pool, send, loadTarget }: TestDeps,
  partnerId: number,
  by: Actor,
): Promise<TestCall | NotMade> => {
  const target = await loadTarget(partnerId)
  if (target === null) return 'unknown'
  const admitted = await admitTest(pool, partnerId, 'webhook.test', by)
  if (!admitted.ok) return admitted
  return sendTestWebhook(send, { ...target, secrets: 'current' }, admitted.subject)
}

/** Calls both addresses, which need not be saved. */
export const testAddresses = async (
  { pool, send, loadTarget }: TestDeps,
  partnerId: number,
  { apiUrl, webhookUrl, reference }: AddressTestRequest,
  by: Actor,
): Promise<{ lookup: TestCall; webhook: TestCall } | NotMade> => {
  const saved = await loadTarget(partnerId)
  if (saved === null) return 'unknown'
  const admitted = await admitTest(pool, partnerId, 'address.test', by)
  if (!admitted.ok) return admitted
  const api = apiUrl ?? saved.apiUrl
  const isDerived = webhookUrl === null || (webhookUrl === undefined && apiUrl !== undefined)
  const webhook = isDerived
    ? effectiveWebhookUrl({ apiUrl: api, webhookUrl: null })
    : (webhookUrl ?? saved.webhookUrl)
  const target = targetOf(saved, { apiUrl: api, webhookUrl: webhook })
  const [looked, sent] = await Promise.all([
    makeTestLookup(send, target.lookup, admitted.subject, reference),
    sendTestWebhook(send, target.webhook, admitted.subject),
  ])
  return { lookup: looked, webhook: sent }
}
