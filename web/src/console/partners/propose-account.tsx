import type { AccountChange } from '@wasl/protocol'
import { isRib } from '@wasl/protocol/is-rib'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { Rib } from '../../money/rib.tsx'
import { useTexts } from '../../texts/texts.ts'
import { ACCOUNT } from './account.texts.ts'

const RIB_DIGITS = 20

/** As people copy numbers from paper: with spaces. */
const compact = (typed: string): string => typed.replaceAll(/[\s\u202f\u00a0.-]/g, '')

export type ProposeAccountProps = {
  partnerId: string
  current: AccountChange | null
  /** Why nothing can be proposed now. */
  why?: string
}

/** Proposes the whole account as it is to be; another person approves it. */
export const ProposeAccount = ({ partnerId, current, why }: ProposeAccountProps) => {
  const t = useTexts(ACCOUNT)
  const [isAsking, setAsking] = useState(false)
  const form = useApiForm({
    accountHolder: current?.accountHolder ?? '',
    rib: current?.rib ?? '',
    nif: current?.nif ?? '',
    nis: current?.nis ?? '',
    rc: current?.rc ?? '',
    ai: current?.ai ?? '',
  })
  const rib = compact(form.values.rib)
  const propose = async (): Promise<void> => {
    const { accountHolder, nif, nis, rc, ai } = form.values
    const orNull = (typed: string) => (compact(typed) === '' ? null : compact(typed))
    await on('POST /operator/v1/partners/{partnerId}/account-changes')({
      params: { partnerId },
      body: {
        accountHolder: accountHolder.trim(),
        rib,
        nif: orNull(nif),
        nis: orNull(nis),
        rc: rc.trim() === '' ? null : rc.trim(),
        ai: orNull(ai),
      },
    })
    await queries.invalidateQueries()
  }
  return (
    <>
      <ActionButton
        permission="payouts.instruct"
        look="main"
        onClick={() => setAsking(true)}
        {...(why !== undefined && { why })}
      >
        {t('propose')}
      </ActionButton>
      <ActDialog
        title={t('propose')}
        verb={t('proposeVerb')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={propose}
      >
        <p>{t('proposeSays')}</p>
        <TextField form={form} name="accountHolder" label={t('holder')} isRequired />
        <TextField
          form={form}
          name="rib"
          kind="decimal"
          label={t('rib')}
          hint={<RibHint rib={rib} />}
          isRequired
        />
        <TextField form={form} name="nif" kind="decimal" label={t('nif')} />
        <TextField form={form} name="nis" kind="decimal" label={t('nis')} />
        <TextField form={form} name="rc" label={t('rc')} />
        <TextField form={form} name="ai" kind="decimal" label={t('ai')} />
      </ActDialog>
    </>
  )
}

/** Says at once whether the digits can be those of an account: a wrong one would pay somebody else. */
const RibHint = ({ rib }: { rib: string }) => {
  const t = useTexts(ACCOUNT)
  if (rib.length < RIB_DIGITS) return <>{t('ribHint', { count: RIB_DIGITS - rib.length })}</>
  if (!isRib(rib)) return <span className="form-error">{t('ribWrong')}</span>
  return (
    <>
      {t('ribRight')} <Rib rib={rib} />
    </>
  )
}
