/**
 * A lint rule: in the folders where money is counted, nothing makes a number that is not whole. Money is
 * an integer of centimes (D2); shares and rates are computed with BigInt, whose division is exact about
 * what it drops.
 */

type Node = {
  type: string
  operator?: string
  value?: unknown
  raw?: string
  bigint?: string
  name?: string
  left?: Node
  right?: Node
  callee?: Node
  object?: Node
  property?: Node
}

type Context = { report(problem: { node: Node; message: string }): void }

/** Methods and functions whose results, or whose use for money, are not whole. */
const INEXACT = new Set(['parseFloat', 'toFixed', 'toPrecision', 'round', 'floor', 'ceil', 'trunc'])

const ADVICE = 'Count money in whole centimes, and rates with BigInt.'

const isBigInt = (node: Node | undefined): boolean =>
  node !== undefined &&
  (typeof node.bigint === 'string' ||
    (node.type === 'CallExpression' && node.callee?.name === 'BigInt') ||
    (node.type === 'BinaryExpression' && (isBigInt(node.left) || isBigInt(node.right))))

const wholeNumbers = {
  create: (context: Context) => {
    const refuseDivision = (node: Node): void => {
      if (!['/', '/=', '**', '**='].includes(node.operator ?? '')) return
      if (isBigInt(node.left) || isBigInt(node.right)) return
      context.report({ node, message: `"${node.operator}" can make a fraction. ${ADVICE}` })
    }
    return {
      BinaryExpression: refuseDivision,
      AssignmentExpression: refuseDivision,
      Literal(node: Node): void {
        if (typeof node.value !== 'number' || Number.isInteger(node.value)) return
        context.report({ node, message: `${node.raw} is a fraction. ${ADVICE}` })
      },
      CallExpression(node: Node): void {
        const name = node.callee?.property?.name ?? node.callee?.name ?? ''
        if (!INEXACT.has(name)) return
        context.report({ node, message: `${name}() is for fractions. ${ADVICE}` })
      },
    }
  },
}

// The linter loads the default export of a plugin.
// oxlint-disable-next-line import/no-default-export
export default { meta: { name: 'money' }, rules: { 'whole-numbers': wholeNumbers } }
