import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** Compiled code is kept for the next command, which then starts in half the time. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/wasl-compiled')

enableCompileCache(COMPILED)
const [{ createProgram }, { runProgram }] = await Promise.all([
  import('./program.ts'),
  import('./run-program.ts'),
])
// Now, because not every command ends in order.
flushCompileCache()
await runProgram((context) => createProgram(context).parseAsync(process.argv))
