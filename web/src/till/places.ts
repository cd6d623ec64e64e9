/** Every place of the till, as the path names it. A place has one screen, and tests look at each. */
export const PLACES = [
  'collect',
  'pay',
  'receipt',
  'scan',
  'qr',
  'today',
  'round',
  'shift',
  'handover',
  'deposit',
  'refund',
  'team',
  'outbox',
  'menu',
] as const

export type Place = (typeof PLACES)[number]

export const isPlace = (name: string): name is Place => (PLACES as readonly string[]).includes(name)
