/**
 * A file of the build did not come. A page that stays open while a new build is deployed asks for
 * files that are no longer there; without a network none comes.
 */
export class MissingFile extends Error {
  constructor(cause: unknown) {
    super('a file of the screens did not come', { cause })
    this.name = 'MissingFile'
  }
}

/**
 * Loads a file of the build.
 *
 * @example lazy(() => loadFile(() => import('./search-dialog.tsx')))
 */
export const loadFile = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((error: unknown) => {
    throw new MissingFile(error)
  })
