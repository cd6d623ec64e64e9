import type { ReactNode } from 'react'

/** `<b>…</b>` in a text. */
export const bold = (chunks: ReactNode) => <b>{chunks}</b>
