import pg from 'pg'

const INT8 = 20

/**
 * How our connections read PostgreSQL's values: like pg's own way, but bigint is a number, because
 * every bigint of ours (centimes, microseconds, counts) is a safe integer.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === INT8) return readSafeInteger
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

const readSafeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`expected an integer below 2^53 from the database, received ${text}`)
  }
  return value
}
