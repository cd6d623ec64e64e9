import fc from 'fast-check'

const unit = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.integer({ min: 0xd800, max: 0xdfff }).map((half) => String.fromCharCode(half)),
)

/** Any text that JavaScript can hold: fast-check's own has no half of a surrogate pair in it. */
export const anyText = (lengthMax?: number): fc.Arbitrary<string> =>
  fc.string({ unit, ...(lengthMax !== undefined && { maxLength: lengthMax }) })
