/** The examples that need only their language. */
import { LANGUAGE_EXAMPLES } from './support/examples.ts'
import { tryExample } from './support/try-example.ts'

LANGUAGE_EXAMPLES.forEach(tryExample)
