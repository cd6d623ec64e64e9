import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { PARTS } from '../texts/parts.texts.ts'
import { useTexts } from '../texts/texts.ts'

/** Copies a text, and says that it did. */
export const CopyButton = ({ text }: { text: string }) => {
  const t = useTexts(PARTS)
  const [isCopied, setCopied] = useState(false)
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <button type="button" className="btn plain" onClick={copy} aria-live="polite">
      {isCopied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
      {isCopied ? t('copied') : t('copy')}
    </button>
  )
}

/** A secret that is shown this once: in full, with a button that copies it. */
export const ShownOnce = ({ name, value }: { name: string; value: string }) => (
  <div className="form-row">
    <span className="form-label">{name}</span>
    <span className="once">
      <code className="code">{value}</code>
      <CopyButton text={value} />
    </span>
  </div>
)
