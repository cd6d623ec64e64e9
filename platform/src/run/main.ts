import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Compiled code is kept for the next start, which then takes two thirds of the time and less
 * memory. It is not in the system's folder for temporary files, where anyone could plant code for
 * us to run. If the folder cannot be written, nothing is kept.
 */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/wasl-compiled')

enableCompileCache(COMPILED)
const { serve } = await import('./serve.ts')
// Now, because not every process ends in order.
flushCompileCache()
await serve()
