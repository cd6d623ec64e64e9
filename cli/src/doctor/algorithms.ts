/** How a signature may have been made of its material. */
import { hash } from 'node:crypto'
import { cause, type Cause } from './causes.ts'
import { hmacOf, type Hmac } from './hmac.ts'

export type Algorithm = { digest: (key: Buffer, material: Buffer) => Buffer; causes: Cause[] }

const RIGHT =
  "HMAC-SHA256 it is: createHmac('sha256', secret), hash_hmac('sha256', …), hmac.new(…, hashlib.sha256)."

const OTHERS = ['sha1', 'sha512', 'sha384', 'sha224', 'md5', 'sha3-256', 'sha512-256'] as const

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

/** HMAC-SHA256 comes first and has no cause. */
export const ALGORITHMS: readonly [Algorithm, ...Algorithm[]] = [
  { digest: hmac('sha256'), causes: [] },
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
]

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
