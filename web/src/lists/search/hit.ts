import type { ReactNode } from 'react'

/** One result: what it is, what tells it apart, where it leads. */
export type Hit = {
  key: string
  to: string
  title: ReactNode
  more?: ReactNode
  amount?: number | null
}

export type HitGroup = { kind: string; title: string; hits: readonly Hit[]; hasMore: boolean }
