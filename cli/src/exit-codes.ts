/** The exit codes; every command's help ends with them. */
export const EXIT = {
  /** Done, and the answer is yes: passed, verified, acknowledged. */
  ok: 0,
  /** Done, and the answer is no: checks failed, a signature is wrong, a call was refused. */
  no: 1,
  /** The command line is wrong, or an input is missing. */
  usage: 2,
  /** The endpoint, the platform or `wasl dev` could not be reached or started. */
  unreachable: 3,
  /** No check failed, but some were left out: `certify` without a certificate. */
  incomplete: 4,
  /** A bug in this program. */
  internal: 70,
  /** Stopped by Ctrl-C, as in shells. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_HELP = `
Exit codes:
  0  done: passed, verified, acknowledged
  1  done, and the answer is no: failed, wrong, refused
  2  the command line is wrong, or something is missing
  3  no answer, or the platform did not start`
