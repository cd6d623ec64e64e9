export type Cleanup = {
  /** Adds a step to run at the end, the newest first. Returns a function that runs it now. */
  add(undo: () => Promise<void> | void): () => Promise<void>
  run(): Promise<void>
}

/** Ends and deletes at the end of the bench what it started or created: processes, folders, data. */
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
    // A signal and the error that it causes may both call this. The steps run once, in one order.
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
