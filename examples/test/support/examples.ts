/** The examples, and the references that stand for a case each. */
export type Example = {
  name: string
  /** What the system must have for it. */
  needs: 'php' | 'python3' | null
  /** Where its two endpoints are, below its origin. */
  path: string
}

/** In their language alone. */
export const LANGUAGE_EXAMPLES: readonly Example[] = [
  { name: 'php', needs: 'php', path: '' },
  { name: 'python', needs: 'python3', path: '' },
  { name: 'node', needs: null, path: '' },
]

/** On the partner kit. */
export const FRAMEWORK_EXAMPLES: readonly Example[] = [
  { name: 'express', needs: null, path: '/payments' },
  { name: 'fastify', needs: null, path: '/payments' },
  { name: 'hono', needs: null, path: '/payments' },
]

/** On the partner kit too, and built before it starts. */
export const NEXTJS_EXAMPLE: Example = { name: 'nextjs', needs: null, path: '/payments' }

export const EXAMPLES = [...LANGUAGE_EXAMPLES, ...FRAMEWORK_EXAMPLES, NEXTJS_EXAMPLE]

/** Of references.json, which is the same in all of them, and a code on the counter. */
export const REFERENCES = {
  payable: 'CMD-2026-0117',
  pay: ['CMD-2026-0118', 'Reçu n° 7 (copie)', 'فاتورة-٢٠٢٦-٠٠٤٢'],
  paid: 'CMD-2026-0001',
  unavailable: 'CMD-2026-0099',
  /** Any code will do: the examples keep no list of their own. */
  qr: '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
  odd: ['فاتورة-٢٠٢٦-٠٠٤٢', 'Reçu n° 7 (copie)', 'ECOLE/2026-2027/T1/0342', '100%'],
} as const
