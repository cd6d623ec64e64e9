import { createPartner, postgresDedupe } from '@wasl/partner-kit'
import type pg from 'pg'

/** Run the statement of handledEventsTable('postgresql') in a migration first. */
export const partnerOn = (pool: pg.Pool) =>
  createPartner({
    apiSecret: process.env['API_SECRET'],
    hmacSecret: process.env['HMAC_SECRET'],
    dedupe: postgresDedupe(pool),

    lookup: async (reference) => {
      const found = await pool.query<{ centimes: number; paid_by: string | null }>(
        'select centimes, paid_by from invoices where reference = $1',
        [reference],
      )
      const invoice = found.rows[0]
      if (invoice === undefined) return { status: 'not_found' }
      if (invoice.paid_by !== null) return { status: 'already_paid' }
      return { status: 'payable', total_amount: invoice.centimes / 100 }
    },

    on: {
      // The transaction saves this update together with the record of the event.
      'payment.success': async (data, { transaction }) => {
        const paid = await transaction.query(
          'update invoices set paid_by = $1 where reference = $2 and (paid_by is null or paid_by = $1)',
          [data.paymentId, data.reference],
        )
        if (paid.rowCount !== 1) throw new Error(`${data.reference} is unknown or was paid before.`)
      },
    },
  })
