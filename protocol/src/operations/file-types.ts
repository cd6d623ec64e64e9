/** The types of files that people and programs export. */
export const XLSX = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    type: 'string',
    format: 'binary',
  },
} as const

export const EXPORTED = {
  'application/json': { type: 'object' },
  'text/csv': { type: 'string' },
  ...XLSX,
} as const
