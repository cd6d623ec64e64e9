import type { NextConfig } from 'next'

const config: NextConfig = {
  // Node.js loads these packages directly; Next.js does not bundle them.
  serverExternalPackages: ['@wasl/partner-kit', '@wasl/protocol'],
}

export default config
