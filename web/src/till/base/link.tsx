import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { go, hrefOf } from './route.ts'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string[] }

/** A link inside the till. */
export const Link = ({ to, children, ...rest }: LinkProps) => {
  const onClick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return (
    <a {...rest} href={hrefOf(...to)} onClick={onClick}>
      {children}
    </a>
  )
}
