/** Every example, and the references that stand for a case each. */
export type Example = {
  name: string
  /** What the system must have for it. */
  needs: 'php' | 'python3' | null
  /** Where its two endpoints are, below its origin. */
  path: string
}

export const EXAMPLES: readonly Example[] = [
  { name: 'php', needs: 'php', path: '' },
  { name: 'python', needs: 'python3', path: '' },
  { name: 'node', needs: null, path: '' },
  { name: 'express', needs: null, path: '/payments' },
  { name: 'fastify', needs: null, path: '/payments' },
  { name: 'hono', needs: null, path: '/payments' },
  { name: 'nextjs', needs: null, path: '/payments' },
]

/** Of references.json, which is the same in all of them. */
export const REFERENCES = {
  payable: 'CMD-2026-0117',
  pay: 'CMD-2026-0118',
  paid: 'CMD-2026-0001',
  unavailable: 'CMD-2026-0099',
  odd: ['فاتورة-٢٠٢٦-٠٠٤٢', 'ECOLE/2026-2027/T1/0342', 'Reçu n° 7 (copie)', '100%'],
} as const
