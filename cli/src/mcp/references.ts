/** Test payments of the local platform, and what the developer's server got of them. */
import { CHANNEL_KINDS, isReference } from '@wasl/protocol'
import { z } from 'zod'
import type { DevAnswer } from '../dev/requests.ts'
import { askLocal } from './local-only.ts'
import { CHANGES, READS, tool } from './tool.ts'

const reference = z
  .string()
  .refine(isReference, '1 to 128 characters, no white space at either end')
  .describe("A reference that the developer's server knows")

const channel = z.enum(CHANNEL_KINDS).default('AGENCY').describe('The kind of channel that pays')

const amount = z
  .number()
  .positive()
  .nullable()
  .default(null)
  .describe('In dinars; null: as the server says')

const localPlatform = tool({
  name: 'local_platform',
  title: 'Show the local platform',
  description:
    'Where the platform of wasl dev is, which server it calls, its clock and its faults. The developer starts it: wasl dev --api-url http://localhost:3000/pay',
  input: z.object({}),
  hints: READS,
  run: async (place) => textOf(await askLocal(place, { command: 'info' })),
})

const openReference = tool({
  name: 'open_reference',
  title: 'Open a test payment',
  description:
    'Looks a reference up at the server of the developer and locks it on the local platform, as a channel ' +
    'does before it takes money. Pay or cancel it afterwards with pay_reference or cancel_reference.',
  input: z.object({ reference, channel, amount }),
  hints: CHANGES,
  run: async (place, given) =>
    textOf(await askLocal(place, { command: 'pay', ending: 'hold', ...given })),
})

const payReference = tool({
  name: 'pay_reference',
  title: 'Pay a test payment',
  description:
    'Pays a reference on the local platform: confirms its open payment, or opens one and confirms it. The ' +
    'server of the developer gets payment.success. Answers with what the server said to each webhook.',
  input: z.object({ reference, channel, amount }),
  hints: CHANGES,
  run: async (place, { reference: named, ...given }) =>
    textOf(
      await askLocal(place, { command: 'end', reference: named, ending: 'confirm', open: given }),
    ),
})

const cancelReference = tool({
  name: 'cancel_reference',
  title: 'Cancel a test payment',
  description:
    'Ends the open payment of a reference on the local platform without money, or opens one first. The ' +
    'server of the developer gets payment.fail.',
  input: z.object({
    reference,
    channel,
    amount,
    how: z.enum(['cancel', 'fail', 'expire']).default('cancel').describe('expire moves the clock'),
  }),
  hints: CHANGES,
  run: async (place, { reference: named, how, ...given }) =>
    textOf(await askLocal(place, { command: 'end', reference: named, ending: how, open: given })),
})

const refundReference = tool({
  name: 'refund_reference',
  title: 'Refund a test payment',
  description:
    'Refunds the paid payment of a reference on the local platform, whole or in part, as an operator does.',
  input: z.object({ reference, amount }),
  hints: CHANGES,
  run: async (place, given) => textOf(await askLocal(place, { command: 'refund', ...given })),
})

const readDeliveries = tool({
  name: 'read_deliveries',
  title: 'Read deliveries and their attempts',
  description:
    'The webhook events of the newest payment of a reference on the local platform, with every attempt: ' +
    'when, how long, what the server of the developer answered, and what to do about a failure.',
  input: z.object({ reference }),
  hints: READS,
  run: async (place, given) => textOf(await askLocal(place, { command: 'deliveries', ...given })),
})

const textOf = ({ lines, data }: DevAnswer): string =>
  [...lines, '', JSON.stringify(data, null, 2)].join('\n')

export const REFERENCE_TOOLS = [
  localPlatform,
  openReference,
  payReference,
  cancelReference,
  refundReference,
  readDeliveries,
]
