/** Objects of requests, which refuse undeclared names (D24). */
import { z } from 'zod'
import { unknownNames, type NameKind } from './unknown-names.ts'

/** Separates the messages for several unknown names: zod has one message for all names of an object. */
export const SENTENCE_END = '\n'

/**
 * The body of a request, or an object inside it. Refuses undeclared names, so that a misspelt option
 * does not go unnoticed. For data that partners send or receive use z.object, which allows them.
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
      // An extended object keeps this function, so read the names from the refusing object.
      const declared = Object.keys((issue.inst as z.ZodObject).shape)
      return unknownNames(issue.keys, declared, kind)
        .map(({ message }) => message)
        .join(SENTENCE_END)
    },
  })
