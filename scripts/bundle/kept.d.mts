export const ROOT: string
export const keptIn: (root: string) => { place: string; current: string; failed: string }
export const programOf: (file: string, root?: string) => string
export const programOrSource: (node: string, file: string) => string
export const freshBundle: (root?: string) => string | null
export const stampOf: (file: string) => string
export const hashOf: (file: string) => string
export const replaceFile: (file: string, text: string) => void
export const lockMaking: (place: string) => (() => void) | null
export const removeOldBundles: (place: string, name: string) => void
