import type { Report } from '../report.ts'

/** The report as JSON, for programs. */
export const toJson = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`
