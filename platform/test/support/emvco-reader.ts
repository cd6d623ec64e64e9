/** A reader of EMVCo payloads, written apart from what makes ours, so that each proves the other. */

export type DataObject = {
  tag: string
  value: string
  /** What a template holds; empty for other tags. */
  inner: DataObject[]
}

/** Merchant account templates, additional data, alternate language, and unreserved templates. */
const isTemplate = (tag: string): boolean => {
  const number = Number(tag)
  return (number >= 26 && number <= 51) || number === 62 || number === 64 || number >= 80
}

/**
 * The data objects of a payload whose CRC is right.
 *
 * @throws Error when it is cut off, carries a tag twice, or its CRC differs.
 */
export const readEmvco = (payload: string): DataObject[] => {
  const objects = readObjects(Array.from(payload), true)
  const crc = objects.at(-1)
  if (crc?.tag !== '63' || crc.value.length !== 4) throw new Error('the CRC is not at the end')
  const expected = checksum(new TextEncoder().encode(payload.slice(0, -4)))
  if (Number.parseInt(crc.value, 16) !== expected) throw new Error(`the CRC should be ${expected}`)
  return objects
}

const readObjects = (signs: string[], isOuter: boolean): DataObject[] => {
  const objects: DataObject[] = []
  for (let at = 0; at < signs.length;) {
    const head = signs.slice(at, at + 4).join('')
    if (!/^\d{4}$/.test(head)) throw new Error(`no tag and length, but ${head}`)
    const [tag, length] = [head.slice(0, 2), Number(head.slice(2))]
    const value = signs.slice(at + 4, at + 4 + length)
    if (length === 0 || value.length !== length) throw new Error(`tag ${tag} is cut off`)
    if (objects.some((object) => object.tag === tag)) throw new Error(`tag ${tag} comes twice`)
    const inner = isOuter && isTemplate(tag) ? readObjects(value, false) : []
    objects.push({ tag, value: value.join(''), inner })
    at += 4 + length
  }
  return objects
}

/** The same polynomial by a table of nibbles. */
const checksum = (bytes: Uint8Array): number => {
  const table = Array.from({ length: 16 }, (_, nibble) => {
    let crc = nibble << 12
    for (let bit = 0; bit < 4; bit += 1) crc = crc >= 0x8000 ? (crc * 2) ^ 0x11021 : crc * 2
    return crc
  })
  let crc = 0xffff
  for (const byte of bytes) {
    for (const nibble of [byte >> 4, byte & 15]) {
      crc = ((crc << 4) & 0xffff) ^ (table[(crc >> 12) ^ nibble] as number)
    }
  }
  return crc
}
