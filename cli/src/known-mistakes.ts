import type { CertifyOptions } from '@wasl/conformance'

/** Extra requests to a server that refuses every signature. They take a few seconds. */
const MISTAKES_MAX = 250

/** The mistakes that the doctor knows, as signatures to try. */
export const knownMistakes = async (): Promise<CertifyOptions['signatureMistakes']> => {
  const { signatureMistakes } = await import('./doctor/mistakes.ts')
  return (webhook) =>
    signatureMistakes(webhook, MISTAKES_MAX).map(({ signature, causes: [first, ...others] }) => ({
      signature,
      cause: [
        'Your endpoint accepts the signature that results from this mistake:',
        ...[first, ...others].map(({ message }) => message),
        first.remedy,
      ].join(' '),
    }))
}
