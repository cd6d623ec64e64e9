import { createClient } from '@wasl/partner-kit'
import type { Client } from '@wasl/partner-kit'

/** For a till: the next payer who scans the code pays this amount, once. */
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
      // The amount may be set. Check the code before you set it again.
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
