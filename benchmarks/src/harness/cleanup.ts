export type Cleanup = {
  /** Remembers what has to be undone; the newest is undone first. Returns a way to undo it now. */
  add(undo: () => Promise<void> | void): () => Promise<void>
  run(): Promise<void>
}

/** Everything the bench starts or makes ends with it: servers by their process ids, folders, data. */
export const createCleanup = (): Cleanup => {
  const undos: (() => Promise<void> | void)[] = []
  let running: Promise<void> | undefined
  return {
    add(undo) {
      undos.push(undo)
      return async () => {
        const index = undos.indexOf(undo)
        if (index === -1) return
        undos.splice(index, 1)
        await undo()
      }
    },
    // A signal and the failure that it causes may both ask for it: once is enough, in one order.
    run: () => (running ??= undoAll(undos)),
  }
}

const undoAll = async (undos: (() => Promise<void> | void)[]): Promise<void> => {
  for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
    try {
      await undo()
    } catch (error) {
      console.error(error)
    }
  }
}
