// node --import='…/plant.mjs?<fault as JSON>': plants a fault in a process that a test starts.
import { registerHooks } from 'node:module'

const { url, find, replace } = JSON.parse(
  decodeURIComponent(new URL(import.meta.url).search.slice(1)),
)

registerHooks({
  load(loadedUrl, context, nextLoad) {
    const loaded = nextLoad(loadedUrl, context)
    if (loadedUrl !== url) return loaded
    const text = new TextDecoder().decode(loaded.source)
    return { ...loaded, source: text.replace(find, () => replace) }
  },
})
