/** What the bench starts as processes of their own. Each ends when the bench does. */
process.on('disconnect', () => process.exit())

/** What the bench gave this program at its start. */
export const setup = (): unknown => JSON.parse(process.argv[2] ?? 'null')

/** A message to the bench. */
export const tell = (message: object): void => {
  process.send?.(message)
}

/** Resolves with the bench's next message. */
export const hear = <Message>(): Promise<Message> =>
  new Promise((resolve) => {
    process.once('message', (message) => resolve(message as Message))
  })
