/** The floor of dispatching: a loop that signs and posts, and neither reads nor records anything. */
import { createPost, eachOf, eventOf, type PostingSetup } from './posting.ts'
import { setup, tell } from './program.ts'

const { count, ...posting } = setup() as PostingSetup & { count: number }

function* events() {
  for (let number = 0; number < count; number += 1) yield eventOf(number)
}

const { post, close } = createPost(posting)
await eachOf(events(), posting.concurrency, post)
tell({ doneAtMs: Date.now() })
await close()
process.disconnect()
