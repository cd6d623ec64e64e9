/** The Next.js example, which needs a build. */
import { NEXTJS_EXAMPLE } from './support/examples.ts'
import { tryExample } from './support/try-example.ts'

tryExample(NEXTJS_EXAMPLE)
