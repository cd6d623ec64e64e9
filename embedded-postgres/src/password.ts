/**
 * The password of the cluster's role, which several starts at once agree on. A password is proposed in a
 * file of its own, set for the role, and only then kept. A start that dies in between leaves the
 * proposal, and the next one goes on with it.
 */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

export type Password = {
  text: string
  /** Whether it is the one of an earlier start. A proposed one may not be set for the role yet. */
  isKept: boolean
}

/** The password that is kept in this file, or else the one that all starts propose together. */
export const agreeOnPassword = (file: string): Password => {
  for (;;) {
    const kept = readFrom(file)
    if (kept !== null) return { text: kept, isKept: true }
    propose(file)
    const proposed = readFrom(proposalOf(file))
    // Another start may have kept its proposal since, and then this one is a second one.
    if (proposed !== null && readFrom(file) === null) return { text: proposed, isKept: false }
    if (readFrom(file) !== null) rmSync(proposalOf(file), { force: true })
  }
}

/** Keeps the proposed password, once it is set for the role. */
export const keepPassword = (file: string): void => {
  try {
    renameSync(proposalOf(file), file)
  } catch (error) {
    // Another start that agreed on it has kept it.
    if (codeOf(error) !== 'ENOENT' || readFrom(file) === null) throw error
  }
}

const proposalOf = (file: string): string => `${file}.next`

/** Whole on the disk before it has its name, which only one of several starts can give. */
const propose = (file: string): void => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, proposalOf(file))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** A full disk or a power cut may have left an empty file, which is as good as none. */
const readFrom = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
