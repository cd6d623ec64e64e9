import { useIntl } from 'react-intl'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { useApiForm } from '../../components/api-form.tsx'
import { ShownOnce } from '../../components/copy-button.tsx'
import { momentText } from '../../time/moment.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useReadAgain } from '../use-answer.ts'
import { KEYS } from './texts.ts'

export type Key = AnswerOf<'GET /partner/settings/v1/keys'>['items'][number]

export type KeyStepsProps = {
  /** The current one first. */
  keys: readonly Key[]
  /** The new key, while it is shown this once. */
  value: string | null
  onRevoked: () => void
}

/** The new key is made, put into the server, and seen to be used; then the old one is revoked. */
export const KeySteps = ({ keys, value, onRevoked }: KeyStepsProps) => {
  const t = useTexts(KEYS)
  const intl = useIntl()
  const readAgain = useReadAgain()
  const form = useApiForm({})
  const [current, old] = keys
  if (current === undefined || old === undefined) return null
  const isSeen = current.lastUsedAt !== null
  const at = (time: string): string => momentText(intl, time, 'full')
  const revoke = async (): Promise<void> => {
    const isRevoked = await form.run(() =>
      on('POST /partner/settings/v1/keys/{hint}/revoke')({ params: { hint: old.hint } }),
    )
    if (!isRevoked) return
    onRevoked()
    await readAgain('GET /partner/settings/v1/keys')
  }
  return (
    <Card title={t('steps')}>
      <ol className="steps" aria-live="polite">
        <li data-state="done">
          <div>
            <p className="strong">{t(value === null ? 'stepMadeBefore' : 'stepMade')}</p>
            {value !== null && <ShownOnce name={t('newValue')} value={value} />}
          </div>
        </li>
        <li data-state={isSeen ? 'done' : 'now'}>
          <div>
            <p className="strong">{t('stepPut')}</p>
            <p className="soft">
              {current.lastUsedAt === null
                ? t('stepWait')
                : t('stepSeen', { when: at(current.lastUsedAt) })}
            </p>
          </div>
        </li>
        <li data-state={isSeen ? 'now' : undefined}>
          <div>
            <p className="strong">
              {old.lastUsedAt === null
                ? t('stepRevokeNever')
                : t('stepRevoke', { when: at(old.lastUsedAt) })}
            </p>
            {!isSeen && <p className="soft">{t('notSeen')}</p>}
            <ActionButton
              permission="partners.secrets"
              {...(isSeen && { look: 'main' as const })}
              onClick={() => void revoke()}
            >
              {t('revoke')}
            </ActionButton>
            <FormFailure failure={form.failure} />
          </div>
        </li>
      </ol>
    </Card>
  )
}
