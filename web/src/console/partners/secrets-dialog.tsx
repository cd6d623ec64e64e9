import { Modal } from '@mantine/core'
import { ShownOnce } from '../../shared/copy-button.tsx'
import { PARTS } from '../../shared/parts.texts.ts'
import { useTexts } from '../../shared/texts.ts'
import { PARTNERS } from './partners.texts.ts'

const NAMES = ['apiKey', 'apiSecret', 'hmacSecret'] as const

export type Secrets = Partial<Record<(typeof NAMES)[number], string | undefined>>

/** New secrets, this once. */
export const SecretsDialog = (props: { secrets: Secrets | null; onClose: () => void }) => {
  const t = useTexts(PARTNERS)
  const parts = useTexts(PARTS)
  const { secrets, onClose } = props
  return (
    <Modal
      opened={secrets !== null}
      onClose={onClose}
      title={t('secrets')}
      centered
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': parts('close') }}
      transitionProps={{ duration: 0 }}
    >
      <div className="form">
        <p>{t('secretsOnce')}</p>
        {NAMES.map((name) => {
          const value = secrets?.[name]
          return value === undefined ? null : <ShownOnce key={name} name={t(name)} value={value} />
        })}
        <div className="form-end">
          <button type="button" className="btn main" onClick={onClose}>
            {parts('close')}
          </button>
        </div>
      </div>
    </Modal>
  )
}
