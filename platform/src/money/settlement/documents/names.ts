import type pg from 'pg'
import type { DocumentNames } from './document.ts'

export const readNames = async (
  db: pg.Pool | pg.ClientBase,
  partnerId: number,
  issuer: string,
): Promise<DocumentNames> => {
  const { rows } = await db.query<{ name: string; name_ar: string | null }>(
    'select name, name_ar from partners where partner_id = $1',
    [partnerId],
  )
  return { issuer, partner: rows[0]?.name ?? '', partnerAr: rows[0]?.name_ar ?? null }
}
