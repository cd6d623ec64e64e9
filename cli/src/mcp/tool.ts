import type { z } from 'zod'
import type { Context } from '../context.ts'

/** What every tool gets. */
export type Place = {
  context: Context
  /** Where the data of `wasl dev` is. */
  directory: string
}

/** What an assistant may assume of a tool, in the words of the protocol. */
type Hints = { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean }

/** One tool of the Model Context Protocol. */
export type Tool = {
  name: string
  title: string
  /** For the assistant: what it does, when to use it, what it answers. */
  description: string
  input: z.ZodObject
  hints: Hints
  /**
   * The answer, as text.
   *
   * @param given what `input` made of the arguments.
   * @throws Problem with a sentence and what to do.
   */
  run(place: Place, given: unknown, signal: AbortSignal): Promise<string>
}

/** It changes nothing. */
export const READS: Hints = { readOnlyHint: true }

/** It changes payments of the local platform, which `wasl dev reset` deletes. */
export const CHANGES: Hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false }

/** A tool whose `run` gets the type of its input. */
export const tool = <Input extends z.ZodObject>(
  made: Omit<Tool, 'input' | 'run'> & {
    input: Input
    run(place: Place, given: z.infer<Input>, signal: AbortSignal): Promise<string>
  },
): Tool => ({
  ...made,
  run: (place, given, signal) => made.run(place, given as z.infer<Input>, signal),
})
