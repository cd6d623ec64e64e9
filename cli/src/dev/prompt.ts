import { createInterface } from 'node:readline'
import type { Terminal } from '../terminal.ts'

export type Prompt = {
  /** Writes lines without tearing what is being typed. */
  above(write: () => void): void
  close(): void
}

/**
 * A line to type commands into, below whatever else is written.
 *
 * @param run does what a line says; the next line is asked for when it is done.
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
  // Ctrl-C reaches the terminal's reader, which then keeps it from the process.
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

/** Words as a shell has them, with quotes around those that hold spaces. */
export const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, bare]) => {
    return double ?? single ?? bare ?? ''
  })
