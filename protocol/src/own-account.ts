/** The bank account to which a partner is paid, as its users see it (W153): enough to recognise it. */
import { z } from 'zod'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

/** The account of a change, without the digits that would let somebody else use it. */
const masked = z.object({
  accountHolder: z.string().meta({ description: 'The name of the account, as the bank has it.' }),
  bank: z.string().meta({ description: 'The first three digits of the RIB: the bank.' }),
  ending: z.string().meta({ description: 'The last four digits of the RIB.' }),
  since: timeSchema,
})

/** `GET /partner/settings/v1/account` */
export const ownAccount = z.object({
  current: masked.nullable().meta({
    description: 'The account to which payouts go; null while the operator has none for you.',
  }),
  requested: masked.nullable().meta({
    description:
      'The account that somebody at the operator proposed and about which a second person there ' +
      'has not decided yet. If you did not ask for it, call the operator.',
  }),
})

named({ OwnAccount: ownAccount })

export type OwnAccount = z.infer<typeof ownAccount>
