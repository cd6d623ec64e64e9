import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ChoiceField, TextField, useApiForm } from '../../components/api-form.tsx'
import { usePartners } from '../../people/partner-names.ts'
import { useTexts } from '../../texts/texts.ts'
import { OPERATOR_ROLES, PARTNER_ROLES } from './roles.ts'
import { USERS } from './texts.ts'

export type Invited = AnswerOf<'POST /operator/v1/users'>

/** Invites somebody of the operator, or of a partner. Channels invite their own people. */
export const InviteUser = ({
  onClose,
  onInvited,
}: {
  onClose: () => void
  onInvited: (user: Invited) => void
}) => {
  const t = useTexts(USERS)
  const partners = usePartners()
  const form = useApiForm({ name: '', email: '', partnerId: '', role: '' })
  const { name, email, partnerId, role } = form.values
  const roles = partnerId === '' ? OPERATOR_ROLES : PARTNER_ROLES
  // The first role of a side is its owner, which is chosen on purpose: the last one may do least.
  const chosen = roles.find((known) => known === role) ?? (partnerId === '' ? 'auditor' : 'viewer')
  const invite = async (): Promise<void> => {
    const body = {
      name,
      role: chosen,
      ...(email !== '' && { email }),
      ...(partnerId !== '' && { partnerId }),
    }
    onInvited(await on('POST /operator/v1/users')({ body }))
  }
  return (
    <ActDialog
      title={t('invite')}
      verb={t('send')}
      isOpen
      onClose={onClose}
      form={form}
      act={invite}
    >
      <TextField form={form} name="name" label={t('name')} isRequired />
      <TextField form={form} name="email" label={t('email')} />
      <ChoiceField
        form={form}
        name="partnerId"
        label={t('of')}
        options={[
          { value: '', label: t('operator') },
          ...partners.map((partner) => ({ value: partner.partnerId, label: partner.name })),
        ]}
      />
      <ChoiceField
        form={{ ...form, values: { ...form.values, role: chosen } }}
        name="role"
        label={t('role')}
        options={roles.map((one) => ({ value: one, label: t(one) }))}
      />
    </ActDialog>
  )
}
