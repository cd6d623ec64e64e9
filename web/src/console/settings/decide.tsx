import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { useApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { sayTheSame, type SettingRequest } from './setting-request.ts'
import { OneChange } from './setting-value.tsx'
import { SETTINGS } from './texts.ts'

export type Decision = { request: SettingRequest; act: 'confirm' | 'refuse' }

/** The second person reads once more what changes. */
export const Decide = ({ request, act, onClose }: Decision & { onClose: () => void }) => {
  const t = useTexts(SETTINGS)
  const me = useMe()
  const form = useApiForm({})
  const { settingRequestId, changes, askedBy } = request
  const verb = t(act === 'refuse' && askedBy === me.name ? 'takeBack' : act)
  const run = async (): Promise<void> => {
    if (act === 'confirm') await sayTheSame(request)
    else {
      const params = { settingRequestId }
      await on('POST /operator/v1/setting-requests/{settingRequestId}/refuse')({ params })
    }
    await queries.invalidateQueries()
  }
  return (
    <ActDialog
      title={verb}
      verb={verb}
      isStop={act === 'refuse'}
      isOpen
      onClose={onClose}
      form={form}
      act={run}
    >
      {changes.map((one) => (
        <OneChange key={one.field} change={one} />
      ))}
      <p>{t(act === 'confirm' ? 'confirmSays' : 'refuseSays')}</p>
    </ActDialog>
  )
}
