import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Compiled code is kept for the next start, which then takes two thirds of the time and needs less
 * memory. Not in the system's folder for temporary files: who could write there could have us run
 * what he wrote. Where this folder cannot be written, nothing is kept.
 */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/wasl-compiled')

enableCompileCache(COMPILED)
const { serve } = await import('./serve.ts')
// Kept now, because not every process comes to an orderly end.
flushCompileCache()
await serve()
