import type { ReactNode } from 'react'

/** Characters that steer the direction of text, or are invisible. */
const CONTROL = /([\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff])/u

export type OutsideTextProps = {
  children: string
  /** Line breaks and tabs of a longer text are shown as such. */
  keepLines?: boolean
}

/** A name from outside: isolated, and what would steer the page becomes a visible chip. */
export const OutsideText = ({ children, keepLines = false }: OutsideTextProps) => (
  <bdi>{visible(children, keepLines)}</bdi>
)

/**
 * A name from outside on one line: cut at its own end, whatever the language of the page, and whole in
 * its title. The `bdi` itself is cut: an element around it would be cut in the direction of the page.
 */
export const ClippedText = ({ children }: { children: string }) => (
  <bdi className="clip" title={children}>
    {visible(children)}
  </bdi>
)

const visible = (text: string, keepLines = false): ReactNode =>
  text.split(CONTROL).map((part, index) =>
    CONTROL.test(part) && !(keepLines && /[\n\t]/.test(part)) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
      <span className="ctl" key={index}>
        {`U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`}
      </span>
    ) : (
      part
    ),
  )

/** A partner's reference, exactly as received. */
export const Reference = ({ children }: { children: string }) => (
  <span className="ref">
    <OutsideText>{children}</OutsideText>
  </span>
)
