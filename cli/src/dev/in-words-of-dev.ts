/**
 * What the platform says of its start, to somebody who started `wasl dev`: the platform names its
 * variables, in place of which this command has options, or which it leaves out.
 */
export const inWordsOfDev = (message: string): string =>
  message
    .replace(
      'stop it, set WASL_DATA_DIR to another folder, or give both the same DATABASE_URL',
      'stop it, or give this one another --data-dir',
    )
    .replace(', or set DATABASE_URL', '')
    .replaceAll('set WASL_DATA_DIR to', 'set --data-dir to')
    .replaceAll('WASL_DATA_DIR', '--data-dir')
    .replace(/^PORT:/, '--port:')
