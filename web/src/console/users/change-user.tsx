import { on } from '../../api/call.ts'
import type { CallInput } from '../../api/contract.ts'
import { ActDialog } from '../../shared/act-dialog.tsx'
import { CheckField, ChoiceField, useApiForm } from '../../shared/api-form.tsx'
import { useTexts } from '../../shared/texts.ts'
import { rolesOf, type User } from './roles.ts'
import { USERS } from './texts.ts'

type Body = CallInput<'PATCH /operator/v1/users/{userId}'>['body']

/** Gives a user another role, or takes the access away. */
export const ChangeUser = ({
  user: { userId, side, name, role },
  onClose,
  onChanged,
}: {
  user: User
  onClose: () => void
  onChanged: () => Promise<void>
}) => {
  const t = useTexts(USERS)
  const form = useApiForm<{ role: string; isDisabled: boolean }>({ role, isDisabled: false })
  const change = async (): Promise<void> => {
    const body: Body = form.values.isDisabled
      ? { status: 'disabled' }
      : { role: form.values.role as User['role'] }
    await on('PATCH /operator/v1/users/{userId}')({ params: { userId }, body })
    await onChanged()
  }
  return (
    <ActDialog
      title={t('changeTitle', { name: name ?? t('unnamed') })}
      verb={t('save')}
      isStop={form.values.isDisabled}
      isOpen
      onClose={onClose}
      form={form}
      act={change}
    >
      <ChoiceField
        form={form}
        name="role"
        label={t('role')}
        options={rolesOf(side, role).map((one) => ({ value: one, label: t(one) }))}
      />
      <CheckField form={form} name="isDisabled" label={t('disable')} />
    </ActDialog>
  )
}
