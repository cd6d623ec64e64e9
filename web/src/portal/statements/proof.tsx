import { IconShieldCheck } from '@tabler/icons-react'
import type { ManifestRefusal } from '@wasl/protocol'
import { useState } from 'react'
import { Card } from '../../components/page.tsx'
import { Failed } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { verifyDownloaded } from '../../payments/verify-statement.ts'
import { STATEMENTS } from './texts.ts'

const check = async (statementId: string): Promise<State> => {
  const document = `/partner/statements/v1/${statementId}`
  const verdict = await verifyDownloaded(statementId, {
    manifest: `${document}/manifest`,
    document: `${document}?format=json`,
  })
  if (verdict.ok) return { is: 'valid', kid: verdict.kid }
  const { reason } = verdict
  return reason === 'unable' ? { is: 'unable' } : { is: 'invalid', why: WHY[reason] }
}

type Why = 'badSignature' | 'badFile' | 'badKey'

/** What a person needs to know of it: whose fault it may be. */
const WHY: Record<ManifestRefusal, Why> = {
  not_a_manifest: 'badSignature',
  wrong_algorithm: 'badSignature',
  wrong_type: 'badSignature',
  foreign_issuer: 'badKey',
  unknown_key: 'badKey',
  revoked_key: 'badKey',
  key_not_valid_then: 'badKey',
  wrong_signature: 'badSignature',
  wrong_previous: 'badFile',
  altered_file: 'badFile',
}

type State =
  | { is: 'asked' }
  | { is: 'running' }
  | { is: 'unable' }
  | { is: 'failed'; error: unknown }
  | { is: 'valid'; kid: string }
  | { is: 'invalid'; why: Why }

/** The browser verifies the signature with the published keys. */
export const Proof = ({ statementId }: { statementId: string }) => {
  const t = useTexts(STATEMENTS)
  const [state, setState] = useState<State>({ is: 'asked' })
  const run = async (): Promise<void> => {
    setState({ is: 'running' })
    setState(await check(statementId).catch((error: unknown) => ({ is: 'failed' as const, error })))
  }
  return (
    <Card title={t('proof')}>
      <div className="spaced">
        <p>{t('whatIsChecked')}</p>
        <button
          type="button"
          className="btn"
          disabled={state.is === 'running'}
          onClick={() => void run()}
        >
          <IconShieldCheck aria-hidden />
          {t(state.is === 'running' ? 'verifying' : 'verify')}
        </button>
        <div aria-live="polite">
          {state.is === 'valid' && <p className="notice done">{t('valid', { kid: state.kid })}</p>}
          {state.is === 'invalid' && (
            <p className="notice stop">{t('invalid', { why: t(state.why) })}</p>
          )}
          {state.is === 'unable' && <p className="notice wait">{t('unable')}</p>}
          {state.is === 'failed' && <Failed error={state.error} />}
        </div>
      </div>
    </Card>
  )
}
