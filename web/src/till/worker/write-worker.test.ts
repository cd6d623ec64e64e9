import { expect, test } from 'vitest'
import { writeTillWorker } from './write-worker.ts'

const chunk = (fileName: string, css: string[], dynamicImports: string[] = []) => ({
  type: 'chunk',
  fileName,
  imports: [],
  dynamicImports,
  viteMetadata: { importedCss: new Set(css) },
  code: '__WASL_TILL_BUILD__',
})

/** Writes the worker of a till whose notice brings these styles when it is loaded. */
const workerWith = (styles: string[]): string => {
  const notice = chunk('screens/notice-1.js', styles)
  const till = chunk('screens/till-1.js', ['screens/till-1.css'], [notice.fileName])
  const worker = chunk('till/sw.js', [])
  const bundle = Object.fromEntries([till, notice, worker].map((one) => [one.fileName, one]))
  const { generateBundle } = writeTillWorker() as unknown as {
    generateBundle: { handler(options: object, bundle: object): void }
  }
  generateBundle.handler({}, bundle)
  return worker.code
}

test('the worker keeps what the till loads sooner or later', () => {
  expect(workerWith(['screens/base-1.css', 'screens/words-1.css'])).toContain(
    '"/screens/base-1.css","/screens/notice-1.js","/screens/till-1.css","/screens/till-1.js","/screens/words-1.css"',
  )
})

test('a build in which the till loads the styles of the desks fails, and says what to do', () => {
  expect(() => workerWith(['screens/frame-1.css'])).toThrow(
    /received screens\/frame-1\.css: .*BASE/,
  )
})
