// What a partner's TypeScript sees of the installed kit. It is compiled, never run.
import { createPartner, memoryDedupe, sqlDedupe, toNodeHandler } from '@wasl/partner-kit'
import type { Dedupe, LookupAnswer } from '@wasl/partner-kit'

declare const store: Dedupe<{ saved: boolean }>

export const handler = toNodeHandler(
  createPartner({
    apiSecret: process.env['API_SECRET'],
    hmacSecret: ['new', 'old'],
    dedupe: store,
    lookup: (reference) =>
      reference === 'x' ? { status: 'not_found' } : { status: 'payable', total_amount: 5 },
    on: {
      'payment.success': (data, { transaction }) => {
        const amount: number = data.amount
        const saved: boolean = transaction.saved
        return void [amount, saved]
      },
    },
  }),
)

// @ts-expect-error The field is called total_amount.
export const misspelt: LookupAnswer = { status: 'payable', totalAmount: 5 }

// @ts-expect-error A partner that ignores payment.success has no use.
export const without = createPartner({ dedupe: memoryDedupe(), on: {} })

// As with Prisma.
type Transaction = {
  $executeRawUnsafe: (statement: string, ...values: string[]) => Promise<number>
}

declare const prisma: {
  $transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
}

export const inPrisma: Dedupe<Transaction> = sqlDedupe<Transaction>({
  dialect: 'postgresql',
  transaction: (work) => prisma.$transaction(work),
  execute: (tx, statement, values) => tx.$executeRawUnsafe(statement, ...values),
})
