const BASIS_POINTS_MAX = 10_000n

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Fee and VAT of a line in dinars, as the platform rounds them: half away from zero, to the centime. So
 * the fee that goes back with a refund, which is below zero, brings back all that it was.
 */
export const chargeOf = ({
  fee,
  vatBasisPoints,
}: {
  fee: number
  vatBasisPoints: number
}): number => {
  const centimes = BigInt(Math.round(fee * 100))
  const twice = 2n * abs(centimes) * BigInt(vatBasisPoints)
  const vat = (twice + BASIS_POINTS_MAX) / (2n * BASIS_POINTS_MAX)
  const charge = abs(centimes) + vat
  return Number(centimes < 0n ? -charge : charge) / 100
}
