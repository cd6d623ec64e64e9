import { Modal } from '@mantine/core'
import { ShownOnce } from '../../shared/copy-button.tsx'
import { PARTS } from '../../shared/parts.texts.ts'
import { useTexts } from '../../shared/texts.ts'
import { REFUND } from './refunds.texts.ts'

/** The payer's code, this once. */
export const CodeDialog = ({ code, onClose }: { code: string | null; onClose: () => void }) => {
  const t = useTexts(REFUND)
  const parts = useTexts(PARTS)
  return (
    <Modal
      opened={code !== null}
      onClose={onClose}
      title={t('code')}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': parts('close') }}
      transitionProps={{ duration: 0 }}
    >
      <div className="form">
        <p>{t('codeSays')}</p>
        <ShownOnce name={t('code')} value={code ?? ''} />
        <div className="form-end">
          <button type="button" className="btn main" onClick={onClose}>
            {parts('close')}
          </button>
        </div>
      </div>
    </Modal>
  )
}
