import type { NextConfig } from 'next'

const config: NextConfig = {
  // Loaded by Node.js as it is, instead of being bundled.
  serverExternalPackages: ['@wasl/partner-kit', '@wasl/protocol'],
}

export default config
