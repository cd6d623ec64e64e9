/** What the shell is told; every command's help ends with them. */
export const EXIT = {
  /** Done, and the answer is yes: passed, verified, acknowledged. */
  ok: 0,
  /** Done, and the answer is no: checks failed, a signature is wrong, a call was refused. */
  no: 1,
  /** The command line is wrong, or something that it needs was not given. */
  usage: 2,
  /** Nobody answered: the endpoint, the platform or `wasl dev` could not be reached or started. */
  unreachable: 3,
  /** Nothing is wrong so far, but not everything was looked at: `certify` without a certificate. */
  incomplete: 4,
  /** A fault of this program. */
  internal: 70,
  /** Stopped by Ctrl-C, as shells have it. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_HELP = `
Exit codes:
  0  done: passed, verified, acknowledged
  1  done, and the answer is no: failed, wrong, refused
  2  the command line is wrong, or something is missing
  3  nobody could be reached, or the platform did not start`
