import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { useTexts } from '../../texts/texts.ts'
import { REFUND } from './refunds.texts.ts'

/** The payer's code, this once. */
export const CodeDialog = ({ code, onClose }: { code: string | null; onClose: () => void }) => {
  const t = useTexts(REFUND)
  const values = code === null ? null : [{ name: t('code'), value: code }]
  return (
    <ShownOnceDialog title={t('code')} says={t('codeSays')} values={values} onClose={onClose} />
  )
}
