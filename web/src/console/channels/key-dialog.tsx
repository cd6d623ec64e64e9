import { Modal } from '@mantine/core'
import { ShownOnce } from '../../shared/copy-button.tsx'
import { PARTS } from '../../shared/parts.texts.ts'
import { useTexts } from '../../shared/texts.ts'
import { CHANNELS } from './channels.texts.ts'

/** A channel's new key, this once. */
export const KeyDialog = ({ value, onClose }: { value: string | null; onClose: () => void }) => {
  const t = useTexts(CHANNELS)
  const parts = useTexts(PARTS)
  return (
    <Modal
      opened={value !== null}
      onClose={onClose}
      title={t('key')}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': parts('close') }}
      transitionProps={{ duration: 0 }}
    >
      <div className="form">
        <p>{t('keyOnce')}</p>
        <ShownOnce name={t('key')} value={value ?? ''} />
        <div className="form-end">
          <button type="button" className="btn main" onClick={onClose}>
            {parts('close')}
          </button>
        </div>
      </div>
    </Modal>
  )
}
