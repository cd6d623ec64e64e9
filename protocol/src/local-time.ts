/** Days and minutes on the operator's clock, as people say them. */
import { z } from 'zod'

const LOCAL = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([01][0-9]|2[0-3]):[0-5][0-9])?$/

const isDay = (text: string): boolean => {
  const day = LOCAL.exec(text)?.[1]
  if (day === undefined || day.startsWith('0000')) return false
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** A day, or a minute of it, in the time zone of the operator: `2026-11-19` or `2026-11-19T09:10`. */
export const localTimeSchema = z
  .string()
  .refine(isDay, {
    message: 'expected a local day or minute such as 2026-11-19 or 2026-11-19T09:10',
  })
  .meta({ examples: ['2026-11-19', '2026-11-19T09:10'] })

/** The query parameters of a period; both ends are included. */
export const localPeriod = {
  from: localTimeSchema.optional().meta({
    description: 'From this day or minute on, in the time zone of the operator.',
  }),
  to: localTimeSchema.optional().meta({
    description: 'To the end of this day or minute, in the time zone of the operator.',
  }),
}
