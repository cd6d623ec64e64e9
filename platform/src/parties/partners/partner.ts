/** The meaning of a partner's URLs, without I/O. */
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
 * Whether either URL now has another scheme, host or port. The server there was never given the
 * partner's secrets, so they must not be sent to it.
 */
export const hostChanged = (before: PartnerUrls, after: PartnerUrls): boolean =>
  originOf(before.apiUrl) !== originOf(after.apiUrl) ||
  originOf(effectiveWebhookUrl(before)) !== originOf(effectiveWebhookUrl(after))

const originOf = (url: string): string => new URL(url).origin
