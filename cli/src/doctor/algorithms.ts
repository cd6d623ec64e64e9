/** How a signature may have been made of its material. */
import { hash } from 'node:crypto'
import { cause, type Cause } from './causes.ts'
import { hmacOf, type Hmac } from './hmac.ts'

export type Algorithm = {
  digest: (key: Buffer, material: Buffer) => Buffer
  causes: Cause[]
  /** Tried with few other mistakes beside it. */
  isRare?: boolean
}

const RIGHT =
  "HMAC-SHA256 it is: createHmac('sha256', secret), hash_hmac('sha256', …), hmac.new(…, hashlib.sha256)."

const OTHERS = ['sha1', 'sha512', 'sha384', 'sha224', 'md5', 'sha3-256', 'sha512-256'] as const

/** Keys that are materials are used once: nothing of them is kept. */
const hmacOnce = (key: Uint8Array, material: Uint8Array): Buffer =>
  hmacOf('sha256', key).digest(material)

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')

const hex = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('hex'))

/** Keys are few and used very often. */
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

/** HMAC-SHA256 comes first and has no cause. */
export const ALGORITHMS: readonly [Algorithm, ...Algorithm[]] = [
  ALGORITHM_RIGHT,
  { digest: (key, material) => hmacOnce(material, key), causes: [swapped()] },
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

/** A hash of the HMAC, an HMAC of a hash, and both as bytes or as digits. */
function twice(): Algorithm[] {
  const found = cause(
    'algorithm_twice',
    'Two hashes are on top of each other: the text was hashed before the HMAC, or the HMAC was hashed after.',
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

function swapped(): Cause {
  return cause(
    'algorithm_swapped',
    'The two arguments of the HMAC are swapped: the text was the key, and the secret was what was signed.',
    'The secret is the key: hash_hmac("sha256", $text, $secret), hmac.new(secret, text, …), createHmac("sha256", secret).update(text).',
  )
}

function otherAlgorithm(name: string): Cause {
  return cause('algorithm', `The algorithm was ${name.toUpperCase()}, not HMAC-SHA256.`, RIGHT)
}

function noKey(name: string): Cause {
  return cause(
    'algorithm_no_key',
    `It is a plain ${name.toUpperCase()} hash without any secret, not an HMAC.`,
    RIGHT,
  )
}

function concatenated(name: string): Cause {
  return cause(
    'algorithm',
    `It is a plain ${name.toUpperCase()} hash of secret and text together, not an HMAC.`,
    RIGHT,
  )
}
