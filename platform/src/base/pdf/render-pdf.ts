/** Makes PDFs and PNGs with Typst, each in a process of its own: setting a long table takes seconds. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createFewAtOnce } from '../few-at-once.ts'

export type PdfJob = {
  /** The path of a Typst file, which reads `data.json`. */
  template: string
  data: unknown
  /** Makes a PNG of this width in black and white instead. */
  pngPixels?: number | undefined
}

export type RenderPdf = (job: PdfJob) => Promise<Buffer>

export type PdfLimits = {
  /** Processes at once. Each uses one processor. */
  atOnceMax: number
  /** Jobs that wait for a process. More are refused. */
  waitingMax: number
  /** Then the process is killed: some twenty times as long as the longest statement takes. */
  timeoutMs: number
  bytesMax: number
}

const LIMITS: PdfLimits = {
  atOnceMax: 2,
  waitingMax: 16,
  timeoutMs: 60_000,
  bytesMax: 16 * 1024 * 1024,
}

/** @throws Overloaded when too many jobs wait already. */
export const createRenderPdf = (limits: Partial<PdfLimits> = {}): RenderPdf => {
  const { atOnceMax, waitingMax, ...each } = { ...LIMITS, ...limits }
  const few = createFewAtOnce({ what: 'PDFs', atOnceMax, waitingMax })
  return (job) => few.run(() => renderOnce(job, each))
}

const CHILD = join(import.meta.dirname, 'child.ts')

/** How much of a failed process's message an error has. */
const MESSAGE_MAX = 2_000

const renderOnce = async (
  { template, data, pngPixels }: PdfJob,
  { timeoutMs, bytesMax }: Pick<PdfLimits, 'timeoutMs' | 'bytesMax'>,
): Promise<Buffer> => {
  // Without the platform's environment, which contains its secrets.
  const parameters = [CHILD, template, ...(pngPixels === undefined ? [] : [String(pngPixels)])]
  const child = spawn(process.execPath, parameters, { env: {}, stdio: 'pipe' })
  let excess = ''
  const kill = (reason: string): void => {
    excess ||= reason
    child.kill('SIGKILL')
  }
  const killing = setTimeout(() => kill(`it took more than ${timeoutMs} ms`), timeoutMs)
  const chunks: Buffer[] = []
  let bytes = 0
  let message = ''
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bytesMax) kill(`it has more than ${bytesMax} bytes`)
    else chunks.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    message = (message + chunk.toString()).slice(0, MESSAGE_MAX)
  })
  // It may end before it has read everything; its exit code says why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify(data))
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    // A process that has written too much may have ended well before it could be killed.
    if (code === 0 && excess === '') return Buffer.concat(chunks)
    const reason = excess || (signal === null ? message : `its process was killed by ${signal}`)
    throw new Error(`the ${pngPixels === undefined ? 'PDF' : 'PNG'} was not made: ${reason}`)
  } finally {
    clearTimeout(killing)
  }
}
