/** Each of these settings drops whole months, which are exported first: so each needs the folder. */
const NEEDS_FOLDER = [
  'WASL_KEEP_MONTHS',
  'WASL_KEEP_AUDIT_MONTHS',
  'WASL_KEEP_BOOKS_MONTHS',
] as const

const MESSAGE =
  'expected WASL_EXPORT_DIR beside it, the folder to which each month is exported before it is dropped'

type Values = { WASL_EXPORT_DIR?: string | undefined } & {
  [Name in (typeof NEEDS_FOLDER)[number]]?: number | undefined
}

/** One sentence for each age that is given without the folder. */
export const folderMissing = (values: Values): { name: string; message: string }[] =>
  values.WASL_EXPORT_DIR === undefined
    ? NEEDS_FOLDER.filter((name) => values[name] !== undefined).map((name) => ({
        name,
        message: MESSAGE,
      }))
    : []
