import { on } from '../../api/call.ts'
import type { CallInput } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { CheckField, ChoiceField, useApiForm } from '../../components/api-form.tsx'
import { isLastOwner } from '../../people/last-owner.ts'
import { PARTS } from '../../texts/parts.texts.ts'
import { useTexts } from '../../texts/texts.ts'
import { toldApart } from '../../people/told-apart.ts'
import { rolesOf, type User } from './roles.ts'
import { USERS } from './texts.ts'

type Body = CallInput<'PATCH /operator/v1/users/{userId}'>['body']

/** Gives a user another role, or takes the access away. */
export const ChangeUser = ({
  user,
  all,
  onClose,
  onChanged,
}: {
  user: User
  /** Null while some users are not listed yet. */
  all: readonly User[] | null
  onClose: () => void
  onChanged: () => Promise<void>
}) => {
  const { userId, side, name, email, role } = user
  const t = useTexts(USERS)
  const parts = useTexts(PARTS)
  const form = useApiForm<{ role: string; isDisabled: boolean }>({ role, isDisabled: false })
  const change = async (): Promise<void> => {
    const body: Body = form.values.isDisabled
      ? { status: 'disabled' }
      : { role: form.values.role as User['role'] }
    await on('PATCH /operator/v1/users/{userId}')({ params: { userId }, body })
    await onChanged()
  }
  const staysOwner = form.values.role === role && !form.values.isDisabled
  // The operator may take away the last owner of a partner.
  const isLast = side === 'operator' && all !== null && isLastOwner(user, all)
  return (
    <ActDialog
      title={t('changeTitle', { name: toldApart(name ?? t('unnamed'), email) })}
      verb={t('save')}
      isStop={form.values.isDisabled}
      isOpen
      onClose={onClose}
      form={form}
      act={change}
      {...(isLast && !staysOwner && { why: parts('lastOwner') })}
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
