// What a partner's CommonJS in TypeScript sees of the installed kit. It is compiled, never run.
import { createPartner, memoryDedupe } from '@wasl/partner-kit'
import { mountOnNest } from '@wasl/partner-kit/nest'
import type { NestApplication } from '@wasl/partner-kit/nest'

declare const app: NestApplication

export async function mount(): Promise<void> {
  const partner = createPartner({
    apiSecret: process.env['API_SECRET'],
    hmacSecret: process.env['HMAC_SECRET'],
    dedupe: memoryDedupe(),
    lookup: () => ({ status: 'already_paid' }),
    on: { 'payment.success': async ({ reference }) => void reference.length },
  })
  await mountOnNest(app, '/payments', partner)
}
