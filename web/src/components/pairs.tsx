import type { ReactNode } from 'react'

export type Pair = {
  name: string
  value: ReactNode
  /** A total: it stands under a line. */
  isSum?: boolean
}

/** Names with their values, one a line. `figures`: amounts under one another. */
export const Pairs = ({
  pairs,
  figures = false,
}: {
  pairs: readonly Pair[]
  figures?: boolean
}) => (
  <dl className={figures ? 'pairs figures' : 'pairs'}>
    {pairs.map(({ name, value, isSum }) => (
      <div key={name} className={isSum === true ? 'sum' : undefined}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export type FactPair = { name: string; value: ReactNode; more?: ReactNode }

/** The few facts of a subject side by side, each with its second line. */
export const Facts = ({ facts }: { facts: readonly FactPair[] }) => (
  <dl className="card facts">
    {facts.map(({ name, value, more }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {more !== undefined && <small>{more}</small>}
        </dd>
      </div>
    ))}
  </dl>
)
