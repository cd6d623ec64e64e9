/** Faults with payments by QR code, whose references the partner has never seen. */
import { ids } from './fault.ts'
import type { PartnerFault } from './fault.ts'
import { handle } from './honest.ts'
import { error } from './rules.ts'
import type { Event, Rules } from './rules.ts'
import type { Shop } from './shop.ts'

const isByQrCode = ({ data }: Event): boolean => data['qrCodeToken'] !== undefined

const hasOrder = ({ data }: Event, { orders }: Shop): boolean =>
  orders.has(String(data['reference']))

const refusing = (isRefused: (event: Event, shop: Shop) => boolean): Pick<Rules, 'handle'> => ({
  handle: async (event, shop) =>
    isRefused(event, shop) ? error(404, 'NOT_FOUND') : handle(event, shop),
})

export const QR_FAULTS: readonly PartnerFault[] = [
  {
    name: 'a reference that was never looked up is refused',
    rules: refusing((event, shop) => !hasOrder(event, shop)),
    fails: ids('qr', 'initialized', 'success', 'fail'),
  },
  {
    name: 'every payment without an order is refused',
    rules: refusing((event, shop) => event.event === 'payment.success' && !hasOrder(event, shop)),
    fails: ['qr-success'],
  },
  {
    name: 'only payment.success by QR code has a handler',
    rules: refusing((event) => isByQrCode(event) && event.event !== 'payment.success'),
    fails: ids('qr', 'initialized', 'fail'),
  },
  {
    name: 'a payment.fail without an order is refused',
    rules: refusing((event, shop) => event.event === 'payment.fail' && !hasOrder(event, shop)),
    fails: ['qr-fail'],
  },
  {
    name: 'a copy of a QR sale violates the unique reference',
    rules: refusing(
      (event, shop) =>
        isByQrCode(event) && event.event === 'payment.success' && hasOrder(event, shop),
    ),
    fails: ['qr-success-again'],
  },
]
