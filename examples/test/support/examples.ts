/** The examples, and a reference for each case. */
export type Example = {
  name: string
  /** The command that the system must have. */
  needs: 'php' | 'python3' | null
  /** The packages that Debian's own Python must have; without them its tests are left out. */
  modules?: readonly string[]
  /** The path of its API URL. */
  path: string
}

/** With nothing but their language, or on its kit. */
export const LANGUAGE_EXAMPLES: readonly Example[] = [
  { name: 'php', needs: 'php', path: '' },
  { name: 'php-without-a-kit', needs: 'php', path: '' },
  { name: 'python-without-a-kit', needs: 'python3', path: '' },
  { name: 'node', needs: null, path: '' },
]

/** On the partner kit. */
export const FRAMEWORK_EXAMPLES: readonly Example[] = [
  { name: 'express', needs: null, path: '/payments' },
  { name: 'fastify', needs: null, path: '/payments' },
  { name: 'hono', needs: null, path: '/payments' },
]

/** On the Python kit. */
export const PYTHON_EXAMPLES: readonly Example[] = [
  { name: 'python', needs: 'python3', path: '/payments' },
  { name: 'django', needs: 'python3', path: '/payments', modules: ['django'] },
  { name: 'flask', needs: 'python3', path: '/payments', modules: ['flask'] },
  { name: 'fastapi', needs: 'python3', path: '/payments', modules: ['fastapi', 'uvicorn'] },
]

/** On the partner kit; needs a build. */
export const NEXTJS_EXAMPLE: Example = { name: 'nextjs', needs: null, path: '/payments' }

export const EXAMPLES = [
  ...LANGUAGE_EXAMPLES,
  ...FRAMEWORK_EXAMPLES,
  ...PYTHON_EXAMPLES,
  NEXTJS_EXAMPLE,
]

/** References of references.json, the same in all examples, and the QR code on the counter. */
export const REFERENCES = {
  payable: 'CMD-2026-0117',
  pay: ['CMD-2026-0118', 'Reçu n° 7 (copie)', 'فاتورة-٢٠٢٦-٠٠٤٢'],
  paid: 'CMD-2026-0001',
  unavailable: 'CMD-2026-0099',
  /** The examples accept any token. */
  qr: '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
  odd: ['فاتورة-٢٠٢٦-٠٠٤٢', 'Reçu n° 7 (copie)', 'ECOLE/2026-2027/T1/0342', '100%'],
} as const
