/** The algorithms that may have made a signature. */
import { hash } from 'node:crypto'
import { cause, type Cause } from './causes.ts'
import { hmacOf, type Hmac } from './hmac.ts'

export type Algorithm = {
  digest: (key: Buffer, material: Buffer) => Buffer
  causes: Cause[]
  /** Combined with few other mistakes. */
  isRare?: boolean
}

const RIGHT =
  "Use HMAC-SHA256: createHmac('sha256', secret), hash_hmac('sha256', …), hmac.new(…, hashlib.sha256)."

const OTHERS = ['sha1', 'sha512', 'sha384', 'sha224', 'md5', 'sha3-256', 'sha512-256'] as const

/** For keys that are used once. */
const hmacOnce = (key: Uint8Array, material: Uint8Array): Buffer =>
  hmacOf('sha256', key).digest(material)

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')

const hex = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('hex'))

/** Prepares each key once: there are few, and they are used very often. */
const hmac = (name: string): Algorithm['digest'] => {
  const known = new WeakMap<Buffer, Hmac>()
  return (key, material) => {
    const ready = known.get(key) ?? hmacOf(name, key)
    known.set(key, ready)
    return ready.digest(material)
  }
}

const plain = (name: string, ...parts: Buffer[]): Buffer =>
  hash(name, Buffer.concat(parts), 'buffer')

const ALGORITHM_RIGHT: Algorithm = { digest: hmac('sha256'), causes: [] }

/** A hash of the HMAC or an HMAC of a hash, as bytes or as digits. */
const twice = (): Algorithm[] => {
  const found = cause(
    'algorithm_twice',
    'There are two hashes: the text was hashed before the HMAC, or the HMAC was hashed.',
    RIGHT,
  )
  const hmac256 = ALGORITHM_RIGHT.digest
  const ways: Algorithm['digest'][] = [
    (key, material) => hmac256(key, hex(sha256(material))),
    (key, material) => hmac256(key, sha256(material)),
    (key, material) => sha256(hmac256(key, material)),
    (key, material) => sha256(hex(hmac256(key, material))),
    (key, material) => hmac256(key, hmac256(key, material)),
    (key, material) => hmac256(key, hex(hmac256(key, material))),
    (key, material) => hmac256(key, Buffer.from(sha256(material).toString('base64'))),
    (_key, material) => sha256(sha256(material)),
    (_key, material) => sha256(hex(sha256(material))),
  ]
  return ways.map((digest) => ({ digest, causes: [found] }))
}

const swapped = cause(
  'algorithm_swapped',
  'The two arguments of the HMAC are swapped: the text was the key, and the secret was signed.',
  'The secret is the key: hash_hmac("sha256", $text, $secret), hmac.new(secret, text, …), createHmac("sha256", secret).update(text).',
)

const otherAlgorithm = (name: string): Cause =>
  cause('algorithm', `The algorithm was ${name.toUpperCase()}, not HMAC-SHA256.`, RIGHT)

const noKey = (name: string): Cause =>
  cause(
    'algorithm_no_key',
    `It is a plain ${name.toUpperCase()} hash without a secret, not an HMAC.`,
    RIGHT,
  )

const concatenated = (name: string): Cause =>
  cause(
    'algorithm',
    `It is a plain ${name.toUpperCase()} hash of secret and text together, not an HMAC.`,
    RIGHT,
  )

/** The right one, HMAC-SHA256, comes first and has no cause. */
export const ALGORITHMS: readonly [Algorithm, ...Algorithm[]] = [
  ALGORITHM_RIGHT,
  { digest: (key, material) => hmacOnce(material, key), causes: [swapped] },
  ...OTHERS.map((name) => ({ digest: hmac(name), causes: [otherAlgorithm(`HMAC-${name}`)] })),
  ...['sha256', 'sha512', 'sha1', 'md5'].flatMap((name) => [
    { digest: (_key: Buffer, material: Buffer) => plain(name, material), causes: [noKey(name)] },
    {
      digest: (key: Buffer, material: Buffer) => plain(name, key, material),
      causes: [concatenated(name)],
    },
    {
      digest: (key: Buffer, material: Buffer) => plain(name, material, key),
      causes: [concatenated(name)],
    },
  ]),
  ...twice(),
  ...['.', ':', '|', '&', '\n'].flatMap((between): Algorithm[] => [
    {
      digest: (key, material) => plain('sha256', key, Buffer.from(between), material),
      causes: [concatenated('sha256')],
      isRare: true,
    },
    {
      digest: (key, material) => plain('sha256', material, Buffer.from(between), key),
      causes: [concatenated('sha256')],
      isRare: true,
    },
  ]),
]
