/**
 * The EMVCo merchant-presented payload of a code (D20). Pure.
 *
 * A payload is a sequence of data objects: a tag of two digits, the value's length in two digits,
 * and the value. Templates contain sequences of their own. Lengths count characters; the CRC covers
 * bytes. Wasl does not claim to work with a national scheme.
 */
import { formatDinars, type Centimes } from '@wasl/protocol'
import {
  asciiName,
  characters,
  hasArabic,
  MERCHANT_NAME_LENGTH_MAX,
  shortened,
  visible,
} from './emvco-names.ts'

export type EmvcoCode = {
  /** The issuer of the token: a reverse domain name, `WASL_QR_GUID`. */
  guid: string
  token: string
  merchant: {
    /** As in the API, such as `prt_1001`. Used when the name cannot be written in ASCII. */
    partnerId: string
    name: string
    nameAr: string | null
    city: string | null
  }
  /**
   * The amount of a dynamic code; null for a static code, whose amounts change after it is printed.
   */
  amount: Centimes | null
}

/**
 * The text in the QR code.
 *
 * @throws RangeError when the GUID is not 1 to 32 characters of printable ASCII, or the token is
 *   too long for its template.
 */
export const emvcoPayload = ({ guid, token, merchant, amount }: EmvcoCode): string => {
  if (!/^[\x20-\x7e]{1,32}$/.test(guid)) {
    throw new RangeError(`expected a GUID of 1 to 32 ASCII characters, received ${guid}`)
  }
  const payload = [
    tlv(TAG.formatIndicator, '01'),
    tlv(TAG.initiation, amount === null ? '11' : '12'),
    // A reference label has at most 25 characters, and tokens are longer, so they go here.
    tlv(TAG.merchantAccount, tlv('00', guid) + tlv('01', token)),
    tlv(TAG.category, CATEGORY_UNKNOWN),
    tlv(TAG.currency, CURRENCY_DZD),
    amount === null ? '' : tlv(TAG.amount, formatDinars(amount)),
    tlv(TAG.country, 'DZ'),
    tlv(TAG.name, latinName(merchant)),
    tlv(TAG.city, latinCity(merchant.city)),
    arabicName(merchant),
    // The CRC covers its own tag and length.
    `${TAG.crc}04`,
  ].join('')
  return payload + crc16(payload)
}

/**
 * CRC-16/CCITT-FALSE (polynomial 0x1021, from 0xFFFF, not reflected) over the UTF-8 bytes, as four
 * hexadecimal digits.
 *
 * @example crc16('123456789') // '29B1'
 */
export const crc16 = (text: string): string => {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    }
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

const TAG = {
  formatIndicator: '00',
  initiation: '01',
  merchantAccount: '26',
  category: '52',
  currency: '53',
  amount: '54',
  country: '58',
  name: '59',
  city: '60',
  crc: '63',
  otherLanguage: '64',
} as const

/** ISO 18245 has no code for "unknown"; schemes use this one. */
const CATEGORY_UNKNOWN = '0000'

/** The number of the dinar in ISO 4217. */
const CURRENCY_DZD = '012'

const CITY_LENGTH_MAX = 15

/** EMVCo requires a city. A merchant that gave none gets the country. */
const CITY_UNKNOWN = 'Algerie'

const VALUE_LENGTH_MAX = 99

const tlv = (tag: string, value: string): string => {
  const length = characters(value)
  if (length > VALUE_LENGTH_MAX) {
    throw new RangeError(`tag ${tag}: expected at most 99 characters, received ${length}`)
  }
  return `${tag}${String(length).padStart(2, '0')}${value}`
}

const latinName = ({ name, partnerId }: EmvcoCode['merchant']): string => {
  const ascii = shortened(asciiName(name), MERCHANT_NAME_LENGTH_MAX)
  return /[A-Za-z0-9]/.test(ascii) ? ascii : partnerId
}

const latinCity = (city: string | null): string => {
  const ascii = shortened(asciiName(city ?? ''), CITY_LENGTH_MAX)
  return /[A-Za-z]/.test(ascii) ? ascii : CITY_UNKNOWN
}

/** Tag 64, the name in Arabic; empty when the partner has no name in Arabic letters. */
const arabicName = ({ name, nameAr }: EmvcoCode['merchant']): string => {
  const arabic = shortened(
    visible(nameAr ?? (hasArabic(name) ? name : '')),
    MERCHANT_NAME_LENGTH_MAX,
  )
  if (arabic === '') return ''
  return tlv(TAG.otherLanguage, tlv('00', 'ar') + tlv('01', arabic))
}
