import type { ReactNode } from 'react'
import { useId } from 'react'
import { Bone } from '../components/states.tsx'

export type SectionProps = {
  title: string
  /** What a link names after `#`. */
  at?: string
  children: ReactNode
}

/** A card with a title: one subject. */
export const Section = ({ title, at, children }: SectionProps) => {
  const id = useId()
  return (
    <section id={at} className="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <div className="body">{children}</div>
    </section>
  )
}

/** Keeps the place of two rows. */
export const Loading = () => (
  <ul className="rows" aria-busy>
    <li>
      <Bone width="60%" />
    </li>
    <li>
      <Bone width="45%" />
    </li>
  </ul>
)
