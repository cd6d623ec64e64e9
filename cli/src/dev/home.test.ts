import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openState, readState, writeState } from './home.ts'

const RUNS = 3
const ROUNDS = 50

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'wasl-dev-home-'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const madeFolder = (name: string): string => {
  const folder = join(root, name)
  mkdirSync(folder)
  return folder
}

describe('the state of wasl dev', () => {
  test('is made once, and is there for the next run', () => {
    const folder = madeFolder('next')
    const made = openState(folder)
    writeState(folder, { ...made, port: 8081 })
    expect(openState(folder)).toEqual({ ...made, port: 8081 })
    expect(readdirSync(folder)).toEqual(['dev.json'])
  })

  test('is the same for all first runs that open it at one moment', async () => {
    const folders = Array.from({ length: ROUNDS }, (_, round) => madeFolder(`round-${round}`))
    const keys = await Promise.all(Array.from({ length: RUNS }, opener(folders)))
    const kept = folders.map((folder) => readState(folder)?.operatorKey)
    expect(keys).toEqual(Array.from({ length: RUNS }, () => kept))
  })
})

/** The code of a thread that opens folder after folder, each at the same moment as the other threads. */
const OPEN_EACH = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { folders, arrived, runs, home } = workerData
  import(home).then(({ openState }) => {
    const keys = folders.map((folder, round) => {
      Atomics.add(arrived, round, 1)
      while (Atomics.load(arrived, round) < runs);
      return openState(folder).operatorKey
    })
    parentPort.postMessage(keys)
  })
`

const opener = (folders: string[]): (() => Promise<string[]>) => {
  const arrived = new Int32Array(new SharedArrayBuffer(4 * folders.length))
  const workerData = { folders, arrived, runs: RUNS, home: import.meta.resolve('./home.ts') }
  return () =>
    new Promise((resolve, reject) => {
      const thread = new Worker(OPEN_EACH, { eval: true, workerData })
      thread.once('message', resolve).once('error', reject)
    })
}
