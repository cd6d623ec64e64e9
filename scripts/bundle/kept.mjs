// The bundle that a checkout keeps beside its sources (W225). A program of KEPT runs from it while it was
// made from exactly these sources, and otherwise from the sources, while the next bundle is made.
//
// JavaScript, because scripts/run.mjs uses it on any Node.js from 20 on.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledName, KEPT } from './entries.mjs'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** @param root the checkout; a test has one of its own. */
export const keptIn = (root) => {
  const place = join(root, 'node_modules/.cache/wasl-bundle')
  return { place, current: join(place, 'current.json'), failed: join(place, 'failed.txt') }
}

/** After a build that failed, none is tried for so long: each start would try again. */
const PAUSE_AFTER_FAILURE_MS = 30_000

/**
 * What Node.js is to run for a file: its program in the bundle, or the file itself.
 *
 * @param file a path of this checkout, absolute or from the current folder.
 */
export const programOf = (file, root = ROOT) => {
  const source = relative(root, resolve(file)).split(sep).join('/')
  if (!KEPT.includes(source) || hasPlantedFault()) return file
  const bundle = freshBundle(root)
  if (bundle !== null) return join(bundle, bundledName(source))
  return file
}

/** A fault is planted while the sources load: a bundle, made without it, would prove every test. */
const hasPlantedFault = () =>
  (process.env['NODE_OPTIONS'] ?? '').includes('/planted-faults/plant.mjs')

/** Like `programOf`; if there is no fresh bundle, one is made in the background for the next time. */
export const programOrSource = (node, file) => {
  const program = programOf(file)
  const source = relative(ROOT, resolve(file)).split(sep).join('/')
  if (program === file && KEPT.includes(source) && !hasPlantedFault()) makeInBackground(node)
  return program
}

/** The folder of the bundle that was made from exactly the present sources, or null. */
export const freshBundle = (root = ROOT) => {
  const { place, current } = keptIn(root)
  try {
    const record = JSON.parse(readFileSync(current, 'utf8'))
    const folder = join(place, record.name)
    if (!isOfSources(root, record, current)) return null
    writeFileSync(join(folder, `used-by-${process.pid}`), '')
    return folder
  } catch {
    // It is not made yet, or is being replaced, or the folder cannot be written: the sources run.
    return null
  }
}

/** A file is the same if its times and its size are, or else its content. */
const isOfSources = (root, record, current) => {
  let hasOtherTimes = false
  for (const input of record.inputs) {
    const file = join(root, input.path)
    const seen = stampOf(file)
    if (seen === input.stamp) continue
    if (hashOf(file) !== input.hash) return false
    input.stamp = seen
    hasOtherTimes = true
  }
  if (hasOtherTimes) replaceFile(current, JSON.stringify(record))
  return true
}

/** The times of a file and its size. The second time is one that no program can set. */
export const stampOf = (file) => {
  const { mtimeMs, ctimeMs, size } = statSync(file)
  return `${mtimeMs} ${ctimeMs} ${size}`
}

export const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** A reader sees the old file or the new one. */
export const replaceFile = (file, text) => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

/** It ends by itself within seconds, also when this process ends before. */
const makeInBackground = (node) => {
  const { place, failed } = keptIn(ROOT)
  if (isYoung(failed, PAUSE_AFTER_FAILURE_MS) || isBuilding(place)) return
  const options = { cwd: ROOT, detached: true, stdio: 'ignore' }
  const child = spawn(node, [join(ROOT, 'scripts/bundle/keep.ts'), '--background'], options)
  // Without it the sources run, as they do now.
  child.on('error', () => undefined)
  child.unref()
}

const isYoung = (file, ageMs) => {
  try {
    return Date.now() - statSync(file).mtimeMs < ageMs
  } catch {
    return false
  }
}

/** Held by the process that makes a bundle. */
const lockIn = (place) => join(place, 'making')

const isBuilding = (place) => {
  try {
    return isAlive(Number(readFileSync(lockIn(place), 'utf8')))
  } catch {
    return false
  }
}

/** @returns how to give it up; null if another process makes one. */
export const lockMaking = (place) => {
  mkdirSync(place, { recursive: true })
  const lock = lockIn(place)
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isBuilding(place)) return null
      rmSync(lock, { force: true })
    }
  }
  return null
}

const isAlive = (pid) => {
  try {
    // The pid is written shortly after the file is made.
    if (pid > 0) process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes bundles and drafts that no living process uses: a program loads parts of it later. */
export const removeOldBundles = (place, name) => {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === name) continue
    const folder = join(place, entry.name)
    if (!isUsed(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

const isUsed = (folder) =>
  readdirSync(folder)
    .filter((file) => file.startsWith('used-by-'))
    .some((file) => isAlive(Number(file.slice('used-by-'.length))))
