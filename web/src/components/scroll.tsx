import type { ReactNode } from 'react'

/** What is wider than a phone and has no link in it: the keyboard scrolls it too. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="scroll" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
)
