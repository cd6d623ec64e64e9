import { useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { ACCOUNT } from './texts.ts'

export type RecoveryCodesProps = { codes: string[]; onKept: () => void }

/** Ten codes that are shown once. They stay until the person says that they are kept. */
export const RecoveryCodes = ({ codes, onKept }: RecoveryCodesProps) => {
  const t = useTexts(ACCOUNT)
  const [isCopied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true))
  return (
    <div className="form" role="group" aria-label={t('recovery_codes')}>
      <p className="strong">{t('recovery_codes')}</p>
      <p>{t('keep_codes')}</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="acts">
        <button type="button" className="btn" onClick={() => void copy().catch(() => undefined)}>
          {t(isCopied ? 'copied' : 'copy')}
        </button>
        <button type="button" className="btn" onClick={() => print()}>
          {t('print')}
        </button>
        <button type="button" className="btn main" onClick={onKept}>
          {t('kept')}
        </button>
      </div>
    </div>
  )
}
