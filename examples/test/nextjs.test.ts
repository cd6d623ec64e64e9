/** The example on Next.js, which is built first. */
import { NEXTJS_EXAMPLE } from './support/examples.ts'
import { tryExample } from './support/try-example.ts'

tryExample(NEXTJS_EXAMPLE)
