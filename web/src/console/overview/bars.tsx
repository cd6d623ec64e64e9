import { shownSum } from '@wasl/protocol/shown-money'
import { useLanguage } from '../../texts/language.ts'

export type Bar = {
  key: string
  /** Beneath the bar; empty where another stands too near. */
  label: string
  parts: readonly { color: string; amount: number }[]
  /** What it is compared with: an outline behind the bar. */
  ghost?: number
}

/** Beneath the bars, for their labels. */
const FOOT = 22
const MARKS = 4

/** 1, 2 or 5 times a power of ten, so that a few marks reach the tallest bar. */
const stepFor = (most: number): number => {
  const rough = Math.max(most, 1) / MARKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const times = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10
  return Math.max(1, times * power)
}

const totalOf = ({ parts }: Bar): number => parts.reduce((sum, { amount }) => sum + amount, 0)

export type BarsProps = {
  bars: readonly Bar[]
  title: string
  /** Near to what it has on a wide screen, so that its words keep their size. */
  width?: number
  height?: number
}

/** Amounts side by side, read from the side where the language begins. A table has the figures. */
export const Bars = ({ bars, title, width = 540, height = 212 }: BarsProps) => {
  const { language } = useLanguage()
  const isRtl = language === 'ar'
  const most = Math.max(...bars.map((bar) => Math.max(totalOf(bar), bar.ghost ?? 0)), 0)
  const step = stepFor(most)
  const marks = Array.from({ length: Math.ceil(most / step) }, (_, index) => (index + 1) * step)
  const top = Math.max(step, marks.at(-1) ?? 0) * 1.1
  const base = height - FOOT
  const slot = width / Math.max(1, bars.length)
  return (
    <figure className="bars">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        {marks.map((mark) => {
          const y = base - (mark / top) * base
          return (
            <g key={mark}>
              <path d={`M0 ${y}H${width}`} stroke="var(--line)" />
              <text
                x={isRtl ? width : 0}
                y={y - 4}
                direction="ltr"
                textAnchor={isRtl ? 'end' : 'start'}
              >
                {shownSum(mark, language, 'auto')}
              </text>
            </g>
          )
        })}
        {bars.map((bar, index) => (
          <OneBar
            key={bar.key}
            bar={bar}
            x={(isRtl ? bars.length - 1 - index : index) * slot}
            slot={slot}
            top={top}
            base={base}
            isOdd={index % 2 === 1}
          />
        ))}
        <path d={`M0 ${base}H${width}`} stroke="var(--edge)" />
      </svg>
    </figure>
  )
}

type OneBarProps = { bar: Bar; x: number; slot: number; top: number; base: number; isOdd: boolean }

const OneBar = ({ bar, x, slot, top, base, isOdd }: OneBarProps) => {
  const tall = (amount: number): number => (amount / top) * base
  const gap = slot * 0.2
  const width = slot - 2 * gap
  const ghost = tall(bar.ghost ?? 0)
  let y = base
  return (
    <g>
      {ghost > 0 && (
        <rect
          x={x + gap - 3}
          y={base - ghost}
          width={width + 6}
          height={ghost}
          rx="3"
          fill="none"
          stroke="var(--chart-ghost)"
          strokeWidth="2"
        />
      )}
      {bar.parts.map(({ color, amount }) => {
        y -= tall(amount)
        return (
          <rect
            key={color}
            x={x + gap}
            y={y}
            width={width}
            height={Math.max(0, tall(amount) - 1)}
            rx="1.5"
            fill={color}
          />
        )
      })}
      <text
        className={isOdd ? 'odd' : undefined}
        x={x + slot / 2}
        y={base + FOOT - 4}
        textAnchor="middle"
        direction="ltr"
      >
        {bar.label}
      </text>
    </g>
  )
}
