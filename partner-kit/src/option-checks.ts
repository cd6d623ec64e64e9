/** Checks of options. Each error names the function and the option. */

/** @throws TypeError unless `value` is a function. */
export const expectFunction = (maker: string, name: string, value: unknown): void => {
  if (typeof value === 'function') return
  const received = value === null ? 'null' : typeof value
  throw new TypeError(`${maker}: ${name}: expected a function, received ${received}`)
}

/** @throws TypeError unless `value` is an integer within the limits. */
export const wholeNumber = (
  maker: string,
  name: string,
  value: number,
  limits: { min: number; max: number },
): number => {
  const { min, max } = limits
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value
  throw new TypeError(
    `${maker}: ${name}: expected an integer from ${min} to ${max}, received ${String(value)}`,
  )
}
