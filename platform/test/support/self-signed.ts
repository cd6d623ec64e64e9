import { generateKeyPairSync, sign } from 'node:crypto'

/** DER is tag, length, content: enough of it to write one small certificate. */
const der = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

const sequence = (...contents: Uint8Array[]): Buffer => der(0x30, ...contents)
const ECDSA_WITH_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')

/**
 * A fresh self-signed certificate for host names, made without any tool, so that tests of TLS need no
 * committed key. Valid until 2049.
 */
export const selfSigned = (names: readonly string[]): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = sequence(
    der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(names[0] ?? 'nobody')))),
  )
  const altNames = sequence(...names.map((host) => der(0x82, Buffer.from(host))))
  const tbs = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, altNames)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', tbs, privateKey))
  const lines = sequence(tbs, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .match(/.{1,64}/g)
  const body = (lines ?? []).join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  }
}
