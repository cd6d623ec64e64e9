/** The audit log's name for the key of WASL_OPERATOR_KEY. */
export const CONFIGURED = 'environment'

/** The name of the key that the platform makes when no operator has one. */
export const MADE = 'first'

/** The audit log's actor for a command that runs on the platform's machine without a key. */
export const COMMAND_LINE = 'command line'
