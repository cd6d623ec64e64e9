/** Objects of requests: what they do not declare is refused (D24). */
import { z } from 'zod'
import { unknownNames, type NameKind } from './unknown-names.ts'

/** Between the sentences about each unknown name: zod has one message for all of an object's. */
export const SENTENCE_END = '\n'

/**
 * The body of a request, or an object within it. Every other name is refused and named, so that a
 * misspelt option never goes unnoticed. What partners answer and receive stays open: use z.object there.
 */
export const requestObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  strictObject(shape, 'field')

/** The query of a request. */
export const requestQuery = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  strictObject(shape, 'parameter')

const strictObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape, kind: NameKind) =>
  z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return undefined
      // An extended object keeps this function, so the names are those of the object that refuses.
      const declared = Object.keys((issue.inst as z.ZodObject).shape)
      return unknownNames(issue.keys, declared, kind)
        .map(({ message }) => message)
        .join(SENTENCE_END)
    },
  })
