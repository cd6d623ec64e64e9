/** What `/healthz` and `/readyz` answer (D23). */
import { z } from 'zod'

export const healthReport = z.object({
  status: z.string().meta({ description: 'In words: "alive", "ready", or what is missing.' }),
})

export type HealthReport = z.infer<typeof healthReport>
