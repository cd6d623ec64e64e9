import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import {
  sheetOfPaper,
  type SheetOfPaper,
} from '../../../platform/src/money/settlement/documents/sheet-of-paper.ts'
import { pdfOfPaper } from '../../../platform/src/money/settlement/documents/statement-pdf.ts'
import { readFonts } from '../../../platform/src/base/pdf/fonts.ts'
import { createRenderPdf } from '../../../platform/src/base/pdf/render-pdf.ts'
import { documentOf, linesOf } from '../../../platform/test/support/statement-documents.ts'
import { atMost, median, medianRatio } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'

const LINES = 2_000

const GOAL_MS = 3_000

/** A process of its own costs the server next to nothing. */
const DELAY_GOAL = 0.1

/** How long a PDF of 2,000 lines takes, and how long the server waits meanwhile. */
export const pdf: Scenario = {
  name: 'pdf',
  about:
    'a statement of 2,000 lines as PDF in Arabic; the longest delay of the event loop meanwhile',
  tools: [],
  run: (bench) => runPdf(bench),
}

const runPdf = async ({ rounds, measure, log }: Bench): Promise<Row[]> => {
  const renderPdf = createRenderPdf()
  const paper = await sheetOfPaper(documentOf(linesOf(LINES), 'ar'))
  const ms: number[] = []
  const childDelayMs: number[] = []
  const blockedMs: number[] = []
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const measured = await measure(async () => ({
      child: await watched(() => pdfOfPaper(renderPdf, paper)),
      inside: await watched(() => Promise.resolve(compileHere(paper))),
    }))
    const { child, inside } = measured
    log(`round ${round}: ${child.ms.toFixed(0)} ms, delay ${child.delayMs.toFixed(0)} ms`)
    if (round === 0) continue
    ms.push(child.ms)
    childDelayMs.push(child.delayMs)
    blockedMs.push(inside.delayMs)
  }
  const ratio = medianRatio(childDelayMs, blockedMs)
  const scenario = `pdf, ${LINES.toLocaleString('en-US')} lines`
  const shown = (values: number[]): string => `${median(values).toFixed(0)} ms`
  return [
    {
      scenario,
      contestant: 'Wasl, in a process of its own: time',
      result: shown(ms),
      ratio: null,
      goal: atMost('3,000 ms', GOAL_MS, median(ms)),
    },
    {
      scenario,
      contestant: 'Typst in the server: delay of its event loop',
      result: shown(blockedMs),
      ratio: 1,
      goal: null,
    },
    {
      scenario,
      contestant: 'Wasl: delay of its event loop',
      result: shown(childDelayMs),
      ratio,
      goal: atMost(`${DELAY_GOAL} × as long`, DELAY_GOAL, ratio),
    },
  ]
}

/** The time of the work, and the longest delay of the event loop meanwhile. */
const watched = async (work: () => Promise<Buffer>): Promise<{ ms: number; delayMs: number }> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await sleep(20)
  delay.reset()
  // It measures from one turn of the loop to the next.
  await sleep(5)
  const startedMs = performance.now()
  const made = await work()
  const ms = performance.now() - startedMs
  // The delay of blocking work is seen when the loop goes on.
  await sleep(20)
  delay.disable()
  if (made.subarray(0, 5).toString() !== '%PDF-') throw new Error('expected a PDF')
  return { ms, delayMs: delay.max / 1e6 }
}

const DOCUMENTS = join(import.meta.dirname, '../../../platform/src/money/settlement/documents')

const compileHere = (paper: SheetOfPaper): Buffer => {
  const fontArgs = [{ fontBlobs: readFonts() }]
  const compiler = NodeCompiler.create({ workspace: DOCUMENTS, fontArgs })
  compiler.mapShadow(join(DOCUMENTS, 'data.json'), Buffer.from(JSON.stringify(paper)))
  const mainFileContent = readFileSync(join(DOCUMENTS, 'statement.typ'), 'utf8')
  const made = compiler.pdf({ mainFileContent })
  // Typst remembers what it has set.
  compiler.evictCache(0)
  return made
}
