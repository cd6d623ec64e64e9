import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { useTexts } from '../../texts/texts.ts'
import { PARTNERS } from './partners.texts.ts'

const NAMES = ['apiKey', 'apiSecret', 'hmacSecret'] as const

export type Secrets = Partial<Record<(typeof NAMES)[number], string | undefined>>

/** New secrets, this once. */
export const SecretsDialog = (props: { secrets: Secrets | null; onClose: () => void }) => {
  const t = useTexts(PARTNERS)
  const { secrets, onClose } = props
  const values = NAMES.flatMap((name) => {
    const value = secrets?.[name]
    return value === undefined ? [] : [{ name: t(name), value }]
  })
  return (
    <ShownOnceDialog
      title={t('secrets')}
      says={t('secretsOnce')}
      values={secrets === null ? null : values}
      onClose={onClose}
    />
  )
}
