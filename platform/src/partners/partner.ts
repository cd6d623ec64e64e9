/** What a partner's URLs mean, without any I/O. */
import { webhookUrlOf } from '@wasl/protocol'

/** The URLs as they are stored: a webhook URL of null follows the API URL. */
export type PartnerUrls = { apiUrl: string; webhookUrl: string | null }

/**
 * Where events go: the partner's own webhook URL, else `{API_URL}/webhooks/platform` (D12).
 *
 * @example effectiveWebhookUrl({ apiUrl: 'https://shop.dz/pay/', webhookUrl: null })
 * // 'https://shop.dz/pay/webhooks/platform'
 */
export const effectiveWebhookUrl = ({ apiUrl, webhookUrl }: PartnerUrls): string =>
  webhookUrl ?? webhookUrlOf(apiUrl)

/**
 * Whether either URL now leads to another scheme, host or port. Whoever answers there was not told
 * the partner's secrets, so they must not be shown to them.
 */
export const hostChanged = (before: PartnerUrls, after: PartnerUrls): boolean =>
  originOf(before.apiUrl) !== originOf(after.apiUrl) ||
  originOf(effectiveWebhookUrl(before)) !== originOf(effectiveWebhookUrl(after))

const originOf = (url: string): string => new URL(url).origin
