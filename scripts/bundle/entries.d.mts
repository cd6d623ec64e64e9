export const PLATFORM: string
export const COMMANDS: string
export const PDF_PROGRAM: string
export const RELEASED: readonly string[]
export const KEPT: readonly string[]
export const bundledName: (source: string) => string
