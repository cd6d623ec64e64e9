import { styleText } from 'node:util'

export type Paint = (style: 'bold' | 'dim' | 'green' | 'red' | 'yellow', text: string) => string

/** Colours of a terminal, or none. */
export const painter =
  ({ color = false }: { color?: boolean | undefined }): Paint =>
  (style, text) =>
    color ? styleText(style, text, { validateStream: false }) : text
