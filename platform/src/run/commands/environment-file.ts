import { readFileSync } from 'node:fs'

export type EnvironmentFile = {
  variables: Record<string, string>
  /** What systemd, Docker or a shell would read differently from the others, a sentence for each. */
  doubts: string[]
}

/**
 * Reads a file of variables as systemd does: `NAME=value` on a line of its own, and a comment only at the
 * start of a line.
 *
 * @throws Error with one sentence when it cannot be read, or a line is not a variable.
 */
export const readEnvironmentFile = (path: string): EnvironmentFile => {
  const variables: Record<string, string> = {}
  const doubts: string[] = []
  for (const [index, line] of textOf(path).split(/\r?\n/).entries()) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue
    const place = `line ${index + 1} of ${path}`
    const [, name, value] = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new Error(
        `${place}: expected NAME=value without "export" and without spaces before "="`,
      )
    }
    const text = value.trim()
    const bare = /^(["'])(.*)\1$/.exec(text)?.[2]
    if (bare !== undefined) {
      doubts.push(`${name}: write it without quotes: systemd removes them, and Docker keeps them`)
    }
    if (name in variables) doubts.push(`${name}: it is set twice, and the last value counts`)
    if (/\s#/.test(bare ?? text)) {
      doubts.push(`${name}: what follows " #" on its line is part of the value, not a comment`)
    }
    variables[name] = bare ?? text
  }
  return { variables, doubts }
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`expected a file of variables such as /etc/wasl/wasl.env: ${reason}`, {
      cause: error,
    })
  }
}
