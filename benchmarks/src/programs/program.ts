/** For programs that the bench starts as separate processes. Each exits when the bench does. */
process.on('disconnect', () => process.exit())

/** The settings that the bench passed to this program. */
export const setup = (): unknown => JSON.parse(process.argv[2] ?? 'null')

/** Sends a message to the bench. */
export const sendToBench = (message: object): void => {
  process.send?.(message)
}

/** Resolves with the bench's next message. */
export const nextFromBench = <Message>(): Promise<Message> =>
  new Promise((resolve) => {
    process.once('message', (message) => resolve(message as Message))
  })
