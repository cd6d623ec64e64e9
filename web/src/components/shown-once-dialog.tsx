import { Modal } from '@mantine/core'
import { ShownOnce } from './copy-button.tsx'
import { PARTS } from '../texts/parts.texts.ts'
import { useTexts } from '../texts/texts.ts'

export type ShownOnceDialogProps = {
  title: string
  /** What to do with it, since it is not shown again. */
  says: string
  /** Null while there is nothing to show. */
  values: readonly { name: string; value: string }[] | null
  onClose: () => void
}

/** New keys, secrets or codes, this once. Neither a click beside it nor Escape loses them. */
export const ShownOnceDialog = ({ title, says, values, onClose }: ShownOnceDialogProps) => {
  const parts = useTexts(PARTS)
  return (
    <Modal
      opened={values !== null}
      onClose={onClose}
      title={title}
      centered
      size={(values?.length ?? 0) > 1 ? 'lg' : 'md'}
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': parts('close') }}
      transitionProps={{ duration: 0 }}
    >
      <div className="form">
        <p>{says}</p>
        {values?.map(({ name, value }) => (
          <ShownOnce key={name} name={name} value={value} />
        ))}
        <div className="form-end">
          <button type="button" className="btn main" onClick={onClose}>
            {parts('close')}
          </button>
        </div>
      </div>
    </Modal>
  )
}
