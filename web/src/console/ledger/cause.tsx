import type { LedgerTransfer } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { LEDGER } from './texts.ts'

/** The page of what wrote a transfer, where it has one of its own. */
const PLACES: Readonly<Record<string, (source: string) => string>> = {
  COLLECT: (id) => `/payments/${id}`,
  PAYOUT: (id) => `/payouts/${id}`,
  PAYOUT_RETURNED: (id) => `/payouts/${id}`,
  COMMISSION_PAID: (id) => `/payouts/${id}`,
  FEE: (id) => `/statements/${id}`,
  FEE_VAT: (id) => `/statements/${id}`,
  FEE_BACK: (id) => `/statements/${id}`,
  FEE_VAT_BACK: (id) => `/statements/${id}`,
  COMMISSION: (id) => `/statements/${id}`,
  COMMISSION_VAT: (id) => `/statements/${id}`,
}

/** What wrote a transfer: its own page, or all that the same cause wrote. */
export const Cause = ({ transfer: { code, source } }: { transfer: LedgerTransfer }) => {
  const t = useTexts(LEDGER)
  const place = PLACES[code]
  if (place === undefined) return <Link to={`/ledger/sources/${source}`}>{t('all')}</Link>
  return (
    <Link className="row" to={place(source)}>
      {t('open')}
    </Link>
  )
}
