import type { ScannedQrCode, ScanQrCodeError } from '@wasl/protocol'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { whyNotPaid } from '../../parties/partners/may-be-paid.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import type { Refusal } from '../../base/refusal.ts'
import type { Opener } from '../own-payment.ts'
import { notPayable, ownUseOf, usedOf } from './code-use.ts'
import { stateOf, isInUse, isPayable, qrConfigOf } from './configuration.ts'
import type { QrCodeFacts } from './read-facts.ts'
import { readCurrentQrCode, type CurrentCodeDeps } from './read-current.ts'

export type ScanDeps = CurrentCodeDeps & { notes: Pipeline }

export type ScanResult = { ok: true; scanned: ScannedQrCode } | Refusal<ScanQrCodeError>

/**
 * Returns what to show the payer (D19, D21), and records what the channel saw, so that it is never
 * charged anything else.
 */
export const scanQrCode = async (
  deps: ScanDeps,
  { isTest, ...opener }: Opener & { isTest: boolean },
  token: string,
): Promise<ScanResult> => {
  const { channelId } = opener
  const code = await readCurrentQrCode(deps, token, channelId)
  if (!code) return { ok: false, code: 'QR_CODE404_NOT_FOUND' }
  if (!isPayable(code)) return { ok: false, ...notPayable(code, channelId) }
  const partner = { status: code.partnerStatus, state: code.partnerState }
  const notPaid = whyNotPaid(partner, { isTest })
  if (notPaid !== null) return { ok: false, code: notPaid }
  const asked = stateOf(code, code.at)
  const configurationId = asked.configuration?.configurationId ?? null
  if (!code.shown || code.shown.configurationId !== configurationId) {
    await recordScan(deps.notes, channelId, code, configurationId)
  }
  return {
    ok: true,
    scanned: {
      ...qrConfigOf(token, asked),
      partnerId: partnerWireId(code.partnerId),
      partnerName: code.partnerName,
      label: code.label,
      status: code.status,
      inUse: isInUse(asked),
      ownPayment: ownUseOf(code, opener).ownPayment ?? null,
      used: usedOf(code, channelId),
    },
  }
}

/**
 * Of two concurrent scans, the one that saw the later state is kept. A record from the future was
 * made before the clock was set back; it would otherwise stay until that time.
 */
const recordScan = async (
  notes: Pipeline,
  channelId: number,
  { partnerId, token, at }: QrCodeFacts,
  configurationId: string | null,
): Promise<void> => {
  await notes.query({
    name: 'record-qr-scan',
    text: `
      insert into qr_scans (partner_id, token, channel_id, configuration_id, scanned_at)
      values ($1::int, $2::text, $3::int, $4::uuid, $5::timestamptz)
      on conflict (partner_id, token, channel_id) do update
      set configuration_id = excluded.configuration_id, scanned_at = excluded.scanned_at
      where qr_scans.scanned_at <= excluded.scanned_at or qr_scans.scanned_at > wasl_now()`,
    values: [partnerId, token, channelId, configurationId, at],
  })
}
