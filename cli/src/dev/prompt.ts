import { createInterface } from 'node:readline'
import type { Terminal } from '../terminal.ts'

export type Prompt = {
  /** Writes lines above the line that is being typed. */
  above(write: () => void): void
  close(): void
}

/**
 * A line for commands, below all other output.
 *
 * @param run runs the command of a line; the next line follows when it is done.
 */
export const openPrompt = (
  { stdin, stderr, hint }: Terminal,
  names: readonly string[],
  run: (words: string[]) => Promise<void>,
  onClose: () => void,
): Prompt => {
  const reader = createInterface({
    input: stdin,
    output: stderr,
    prompt: `${hint.cyan('wasl')} ${hint.dim('›')} `,
    completer: (line: string) => [
      names.filter((name) => name.startsWith(line)).map((name) => `${name} `),
      line,
    ],
  })
  let isBusy = false
  const ask = (): void => {
    isBusy = false
    reader.prompt(true)
  }
  reader.on('line', (line) => {
    const words = wordsOf(line)
    if (words.length === 0) return ask()
    isBusy = true
    void run(words).finally(ask)
  })
  // The reader handles Ctrl-C, so the process gets no signal.
  reader.on('SIGINT', onClose)
  reader.on('close', onClose)
  ask()
  return {
    above(write) {
      stderr.write('\r\u001b[K')
      write()
      if (!isBusy) reader.prompt(true)
    },
    close() {
      reader.off('close', onClose)
      reader.close()
      stderr.write('\r\u001b[K')
    },
  }
}

/** Splits a line as a shell does, with quotes around words with spaces. */
export const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, bare]) => {
    return double ?? single ?? bare ?? ''
  })
