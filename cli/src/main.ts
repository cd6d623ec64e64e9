import { createProgram } from './program.ts'
import { runProgram } from './run-program.ts'

await runProgram((context) => createProgram(context).parseAsync(process.argv))
