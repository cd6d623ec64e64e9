/** The version in package.json, which a bundler may leave behind; a test holds the two together. */
export const KIT_VERSION = '0.1.0'
