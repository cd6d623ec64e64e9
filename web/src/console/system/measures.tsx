import { useIntl } from 'react-intl'

const MEGA = 1_000_000

/** Mega- or gigabytes, as operators speak of them. */
export const Bytes = ({ bytes }: { bytes: number }) => {
  const intl = useIntl()
  const isLarge = bytes >= 1_000 * MEGA
  const value = bytes / (isLarge ? 1_000 * MEGA : MEGA)
  return (
    <bdi className="n">
      {intl.formatNumber(value, {
        style: 'unit',
        unit: isLarge ? 'gigabyte' : 'megabyte',
        maximumFractionDigits: 1,
        numberingSystem: 'latn',
      })}
    </bdi>
  )
}

/** In the largest unit that is not below one. */
export const Duration = ({ seconds }: { seconds: number }) => {
  const intl = useIntl()
  const [unit, size] =
    seconds >= HOUR
      ? (['hour', HOUR] as const)
      : seconds >= MINUTE
        ? (['minute', MINUTE] as const)
        : (['second', 1] as const)
  return (
    <bdi className="n">
      {intl.formatNumber(Math.round(seconds / size), {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        numberingSystem: 'latn',
      })}
    </bdi>
  )
}

const MINUTE = 60
const HOUR = 3_600
