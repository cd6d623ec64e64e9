/** The version of package.json, which a bundler may omit. A test compares the two. */
export const KIT_VERSION = '0.1.0'
