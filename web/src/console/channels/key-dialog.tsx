import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CHANNELS } from './channels.texts.ts'

/** A channel's new key, this once. */
export const KeyDialog = ({ value, onClose }: { value: string | null; onClose: () => void }) => {
  const t = useTexts(CHANNELS)
  const values = value === null ? null : [{ name: t('key'), value }]
  return <ShownOnceDialog title={t('key')} says={t('keyOnce')} values={values} onClose={onClose} />
}
