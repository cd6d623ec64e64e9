/** The names behind ids, for lists that have many of them. */
import { z } from 'zod'
import { named } from './named.ts'

/** The ids of one request at most. */
export const NAMED_IDS_MAX = 200

const NAMED_ID = /^(?:prt|chn|agt|safe)_[1-9][0-9]{0,9}$/

const NAMED_IDS_PATTERN =
  '^(?:prt|chn|agt|safe)_[1-9][0-9]{0,9}(?:,(?:prt|chn|agt|safe)_[1-9][0-9]{0,9})*$'

/** `GET /operator/v1/names?ids=prt_1001,agt_12` */
export const namedIdsSchema = z
  .string()
  .refine(
    (text) => {
      const ids = text.split(',')
      return ids.length <= NAMED_IDS_MAX && ids.every((id) => NAMED_ID.test(id))
    },
    { message: `expected 1 to ${NAMED_IDS_MAX} ids with commas, such as prt_1001,agt_12,safe_7` },
  )
  .meta({ pattern: NAMED_IDS_PATTERN, examples: ['prt_1001,agt_12'] })

export const namedIds = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string().meta({ description: 'Of a safe: the name of its channel.' }),
      nameAr: z.string().nullable().meta({ description: 'The Arabic name of a partner.' }),
      channelId: z.string().nullable().meta({ description: 'The channel of an agent or a safe.' }),
    }),
  ),
})

named({ NamedIds: namedIds })

export type NamedIds = z.infer<typeof namedIds>
