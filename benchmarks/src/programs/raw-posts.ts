/** The floor of dispatching: a loop that signs and posts without a database. */
import { createPost, eachOf, eventOf, type PostingSetup } from './posting.ts'
import { setup, sendToBench } from './program.ts'

const { count, ...posting } = setup() as PostingSetup & { count: number }

const events = function* () {
  for (let number = 0; number < count; number += 1) yield eventOf(number)
}

const { post, close } = createPost(posting)
await eachOf(events(), posting.concurrency, post)
sendToBench({ doneAtMs: Date.now() })
await close()
process.disconnect()
