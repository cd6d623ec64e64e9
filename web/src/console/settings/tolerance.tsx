import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, typedDinars, useApiForm } from '../../components/api-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { Channel } from '../channels/channel.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { FIELDS, SETTINGS } from './texts.ts'

/** Below which difference a count of a channel needs no decision. */
export const EditTolerance = ({ channel }: { channel: Channel }) => {
  const t = useTexts(SETTINGS)
  const nameOf = useTexts(FIELDS)
  const [isOpen, setOpen] = useState(false)
  const { channelId, name, countTolerance: now } = channel
  const form = useApiForm({ countTolerance: String(now).replace('.', ',') })
  const typed = typedDinars(form.values.countTolerance)
  return (
    <>
      <ActionButton permission="channels.edit" onClick={() => setOpen(true)}>
        {t('edit')}
      </ActionButton>
      {isOpen && (
        <SettingDialog
          title={t('editTolerance', { name })}
          verb={t('save')}
          form={form}
          run={() =>
            on('PATCH /operator/v1/channels/{channelId}')({
              params: { channelId },
              body: { countTolerance: typed as number },
            })
          }
          onClose={() => setOpen(false)}
          {...(typed === now && { why: t('unchanged') })}
        >
          <TextField
            form={form}
            name="countTolerance"
            kind="decimal"
            label={nameOf('countTolerance')}
            isRequired
          />
        </SettingDialog>
      )}
    </>
  )
}
