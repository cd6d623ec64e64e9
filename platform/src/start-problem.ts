/** What an operator would set, and a program that runs the platform inside itself may call otherwise. */
export type Setting = 'WASL_DATA_DIR' | 'WASL_MASTER_KEY' | 'DATABASE_URL' | 'PORT'

/** A way out of a problem: words that name at most one setting, and which. */
export type WayOut = string | { setting: Setting; words: string }

/** The way out of most troubles with a data directory. */
export const ANOTHER_FOLDER: WayOut = {
  setting: 'WASL_DATA_DIR',
  words: 'set WASL_DATA_DIR to another folder',
}

export const OWN_SERVER: WayOut = {
  setting: 'DATABASE_URL',
  words: 'set DATABASE_URL to a PostgreSQL of your own',
}

/** What stands in the way of a start, and what to do about it, in one sentence. */
export class StartProblem extends Error {
  /** The setting that is at fault, where one is; its name begins the sentence. */
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
   * The sentence for somebody who knows the settings by other names, or has not all of them.
   *
   * @param nameOf null for a setting that is not to be had: ways that name it are left out.
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
