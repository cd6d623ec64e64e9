/**
 * A setting of the operator's. A program that runs the platform inside itself may have another name
 * for it.
 */
export type Setting = 'WASL_DATA_DIR' | 'WASL_MASTER_KEY' | 'DATABASE_URL' | 'PORT'

/** A way out of a problem: text that names at most one setting, and which one. */
export type WayOut = string | { setting: Setting; words: string }

/** The way out of most problems with a data directory. */
export const ANOTHER_FOLDER: WayOut = {
  setting: 'WASL_DATA_DIR',
  words: 'set WASL_DATA_DIR to another folder',
}

export const OWN_SERVER: WayOut = {
  setting: 'DATABASE_URL',
  words: 'set DATABASE_URL to a PostgreSQL of your own',
}

/** Why the platform cannot start, and what to do, in one sentence. */
export class StartProblem extends Error {
  /** The setting at fault, if there is one. The sentence starts with its name. */
  readonly setting: Setting | null
  readonly problem: string
  readonly waysOut: readonly WayOut[]

  constructor(
    { setting, problem }: { setting?: Setting; problem: string },
    waysOut: readonly WayOut[],
    options?: ErrorOptions,
  ) {
    super('', options)
    this.setting = setting ?? null
    this.problem = problem
    this.waysOut = waysOut
    this.message = this.inWords((name) => name)
  }

  /**
   * The sentence with other names for the settings.
   *
   * @param nameOf returns null for a setting that the reader does not have: ways out that name it
   *   are omitted.
   */
  inWords(nameOf: (setting: Setting) => string | null): string {
    const ways = this.waysOut.flatMap((way) => {
      if (typeof way === 'string') return [way]
      const name = nameOf(way.setting)
      return name === null ? [] : [way.words.replace(way.setting, name)]
    })
    const name = this.setting === null ? null : nameOf(this.setting)
    const told = name === null ? this.problem : `${name}: ${this.problem}`
    return ways.length === 0 ? `${told}.` : `${told}: ${ways.join(', or ')}.`
  }
}
