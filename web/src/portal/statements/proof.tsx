import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { failureOf } from '../../api/failure.ts'
import { Card } from '../../shared/page.tsx'
import { Failed } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { STATEMENTS } from './texts.ts'
import { verify, type Verdict } from './verify.ts'

const bytesOf = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(path)
  if (!response.ok) throw await failureOf(response)
  return new Uint8Array(await response.arrayBuffer())
}

const check = async (statementId: string): Promise<Verdict> => {
  const path = `/partner/statements/v1/${statementId}`
  // The manifest first: it is signed when it is asked for the first time, with a key that is published then.
  const manifest = await bytesOf(`${path}/manifest`)
  const [file, published] = await Promise.all([
    bytesOf(`${path}?format=json`),
    on('GET /.well-known/wasl-keys')({}),
  ])
  const text = new TextDecoder().decode(manifest)
  return verify({ manifest: text, file, ...published, statementId })
}

type State = { is: 'asked' } | { is: 'running' } | { is: 'failed'; error: unknown } | Verdict

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
