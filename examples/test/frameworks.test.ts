/** The examples on the partner kit that need no build. */
import { FRAMEWORK_EXAMPLES } from './support/examples.ts'
import { tryExample } from './support/try-example.ts'

FRAMEWORK_EXAMPLES.forEach(tryExample)
