import { encode } from 'uqr'
import { TextField } from '../components/field.tsx'
import { useTexts } from '../texts/texts.ts'
import { ACCOUNT } from './texts.ts'

export type AppSecretProps = { secret: string; uri: string }

/** The secret of an authenticator app, to scan or to type, and the field for its first code. */
export const AppSecret = ({ secret, uri }: AppSecretProps) => {
  const t = useTexts(ACCOUNT)
  return (
    <>
      <p>{t('scan')}</p>
      <QrCode text={uri} label={t('scan_label')} />
      <p className="sm soft">
        {t('or_type')}
        <br />
        <span className="secret">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</span>
      </p>
      <TextField
        label={t('first_code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
        required
      />
    </>
  )
}

const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, data } = encode(text, { border: 1 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
