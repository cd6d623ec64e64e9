import type { PublishedKeys } from '@wasl/protocol'
import { verifyInBrowser, type BrowserVerdict } from '@wasl/protocol/statement-manifests'
import { failureOf } from '../api/failure.ts'

/**
 * Downloads a statement as its partner does, and verifies the exact bytes by the rules of the kit.
 *
 * @param addresses of the manifest, and of the JSON document.
 */
export const verifyDownloaded = async (
  statementId: string,
  addresses: { manifest: string; document: string },
): Promise<BrowserVerdict> => {
  // The manifest first: the platform signs it at the first request, with a key that is published then.
  const manifest = await bytesOf(addresses.manifest)
  const [file, published] = await Promise.all([
    bytesOf(addresses.document),
    bytesOf('/.well-known/wasl-keys'),
  ])
  const keys = JSON.parse(new TextDecoder().decode(published)) as PublishedKeys
  return verifyInBrowser({ manifest, file, keys, statementId })
}

const bytesOf = async (address: string): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(address, { credentials: 'same-origin' })
  if (!response.ok) throw await failureOf(response)
  return new Uint8Array(await response.arrayBuffer())
}
