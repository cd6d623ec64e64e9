import type { BodyDifference } from './compare-bodies.ts'

/** What the doctor can find. These names never change. */
export type CauseCode =
  | `body_${BodyDifference | BodyMistake}`
  | 'secret_api_secret'
  | 'secret_white_space'
  | 'secret_quotes'
  | 'secret_decoded'
  | 'secret_encoded'
  | 'secret_prefix'
  | 'secret_case'
  | 'secret_empty'
  | 'secret_list'
  | 'secret_printed'
  | 'secret_hashed'
  | 'secret_cut'
  | 'secret_charset'
  | 'order_timestamp_first'
  | 'order_delimiter'
  | 'order_no_timestamp'
  | 'order_no_body'
  | 'order_event_id'
  | 'order_body_digest'
  | 'order_scheme'
  | 'order_newline_at_end'
  | 'order_repeated'
  | 'order_nothing'
  | 'order_names'
  | 'order_charset'
  | 'algorithm'
  | 'algorithm_no_key'
  | 'algorithm_swapped'
  | 'algorithm_twice'
  | 'encoding_upper_case'
  | 'encoding_base64'
  | 'encoding_twice'
  | 'encoding_decorated'
  | 'encoding_other'
  | 'encoding_truncated'
  | 'encoding_malformed'
  | 'timestamp_milliseconds'
  | 'timestamp_written_otherwise'
  | 'timestamp_malformed'
  | 'timestamp_missing'
  | 'timestamp_other_attempt'
  | 'clock_behind'
  | 'clock_ahead'
  | 'signature_missing'
  | 'signature_is_secret'
  | 'headers_swapped'
  | 'unknown'

type BodyMistake =
  | 'mis_decoded'
  | 'encoded_twice'
  | 'backslashes'
  | 'url_encoded'
  | 'html_escaped'
  | 'base64'
  | 'hexadecimal'
  | 'printed'
  | 'date_format'
  | 'field_missing'
  | 'empty'
  | 'part'
  | 'object_as_text'
  | 'not_sent'
  | 'not_json'

export type Cause = {
  code: CauseCode
  /** What is wrong, as a sentence. */
  message: string
  /** What to do, as a sentence. */
  remedy: string
}

export const cause = (code: CauseCode, message: string, remedy: string): Cause => ({
  code,
  message,
  remedy,
})

const RAW_BYTES =
  'Verify the bytes as they arrived, before anything parses them: never a body that was parsed ' +
  'and written again.'

const BODY_MESSAGES: Record<BodyDifference, string> = {
  trailing_newline: 'one ends with a newline or other white space, and the other does not',
  white_space: 'the white space between keys and values differs',
  byte_order_mark: 'one begins with a byte order mark (EF BB BF), and the other does not',
  line_endings: 'one has Windows line endings (CRLF), and the other does not',
  key_order: 'the keys are in another order',
  escaped_unicode: 'letters such as Arabic ones are \\u escapes in one of them',
  escaped_slashes: 'slashes are \\/ in one of them, as PHP writes them by default',
  escaped_characters: 'characters such as <, > and & are \\u escapes in one of them',
  number_format: 'numbers are written differently, such as 5490.0 for 5490',
  unicode_form: 'accented or Arabic letters are in another Unicode form',
}

/** @param difference between the given body and the one that was signed. */
export const bodyCause = (difference: BodyDifference): Cause =>
  cause(
    `body_${difference}`,
    `The body is not the one that was signed: ${BODY_MESSAGES[difference]}.`,
    difference === 'trailing_newline'
      ? `${RAW_BYTES} An editor or "echo" adds a newline: use printf '%s'.`
      : RAW_BYTES,
  )

export const RAW_BYTES_REMEDY = RAW_BYTES
