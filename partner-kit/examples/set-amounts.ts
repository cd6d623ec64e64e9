import { createClient } from '@wasl/partner-kit'
import type { Client } from '@wasl/partner-kit'

/** The shop's till: the next payer who scans the code pays this, once. */
export const askFor = async (client: Client, qrCodeToken: string, amount: number) => {
  const result = await client.setQrConfig({ qrCodeToken, amounts: [amount], singleUse: true })
  if (result.ok) return `${result.data.amounts[0]} DZD, once`
  switch (result.error) {
    case 'QR_CODE400_CANNOT_BE_MODIFIED':
      return 'Somebody is paying at this code right now.'
    case 'QR_CODE404_NOT_FOUND':
    case 'QR_CODE400_INVALID_STATUS':
      return 'Put another code on the counter.'
    case 'network':
    case 'timeout':
      // It may have been set. Look at the code before asking for the same once more.
      return 'Scan the code to see what it asks for.'
    default:
      throw new Error(`${result.error}: ${result.message} (${result.requestId})`)
  }
}

const client = createClient({
  baseUrl: process.env['WASL_URL'],
  apiKey: process.env['WASL_API_KEY'],
})
console.log(await askFor(client, process.argv[2] ?? '', Number(process.argv[3])))
