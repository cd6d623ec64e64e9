import { useIntl } from 'react-intl'
import { momentText } from '../../time/moment.tsx'

export type Hour = { from: string; good: number; bad: number }

const HEIGHT = 72
const BAR = 10
const STEP = 14

/** Calls by the hour, those that failed on top. The table below has the figures. */
export const HourChart = ({ hours, title }: { hours: readonly Hour[]; title: string }) => {
  const intl = useIntl()
  const isRtl = document.documentElement.dir === 'rtl'
  const most = Math.max(1, ...hours.map(({ good, bad }) => good + bad))
  const tall = (count: number): number => (count / most) * HEIGHT
  const width = hours.length * STEP
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT + 16}`} role="img" aria-label={title} width="100%">
      {hours.map(({ from, good, bad }, index) => {
        const x = (isRtl ? hours.length - 1 - index : index) * STEP
        return (
          <g key={from}>
            <rect
              x={x}
              y={HEIGHT - tall(good)}
              width={BAR}
              height={tall(good)}
              fill="var(--chart-1)"
            />
            <rect
              x={x}
              y={HEIGHT - tall(good) - tall(bad)}
              width={BAR}
              height={tall(bad)}
              fill="var(--stop-fill)"
            />
            {index % 6 === 0 && (
              <text
                x={isRtl ? x + BAR : x}
                y={HEIGHT + 12}
                fontSize="9"
                fill="var(--soft)"
                direction="ltr"
                textAnchor={isRtl ? 'end' : 'start'}
              >
                {momentText(intl, from, 'time')}
              </text>
            )}
          </g>
        )
      })}
      <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} stroke="var(--line)" />
    </svg>
  )
}
