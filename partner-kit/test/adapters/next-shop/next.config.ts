/** Loaded by Node.js as they are, instead of being bundled. */
export default { serverExternalPackages: ['@wasl/partner-kit', '@wasl/protocol'] }
