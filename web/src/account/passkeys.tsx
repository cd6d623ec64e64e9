import { useState } from 'react'
import { on } from '../api/call.ts'
import { TextField } from '../components/field.tsx'
import { Moment } from '../time/moment.tsx'
import { OutsideText } from '../problems/outside-text.tsx'
import { canUsePasskeys, makePasskey } from '../session/passkeys.ts'
import { Problem } from '../problems/problem.tsx'
import { textIn } from '../texts/text-in.ts'
import { useTexts } from '../texts/texts.ts'
import { browserOf } from './browser-of.ts'
import type { Credentials } from './credentials-query.ts'
import { Section } from './section.tsx'
import { ACCOUNT } from './texts.ts'
import { useAct } from './use-act.ts'

type Passkey = Credentials['passkeys'][number]

/** The passkeys of the person: add, rename, remove. */
export const Passkeys = ({ passkeys }: { passkeys: Passkey[] }) => {
  const t = useTexts(ACCOUNT)
  const { act, error, isBusy } = useAct('credentials')

  const add = async () => {
    const { options } = await on('POST /account/v1/passkeys/options')({})
    const response = await makePasskey(options)
    const { browser, system } = browserOf(navigator.userAgent)
    const name = [browser, system].filter(Boolean).join(', ') || t('passkeys')
    return on('POST /account/v1/passkeys')({ body: { name, response } })
  }
  return (
    <Section title={t('passkeys')}>
      <Problem error={error} />
      {passkeys.length === 0 && <p className="soft">{t('passkeys_none')}</p>}
      <ul className="rows">
        {passkeys.map((passkey) => (
          <OnePasskey key={passkey.passkeyId} passkey={passkey} />
        ))}
      </ul>
      {canUsePasskeys() && (
        <div className="acts">
          <button type="button" className="btn" disabled={isBusy} onClick={() => void act(add)}>
            {t('add_passkey')}
          </button>
        </div>
      )}
    </Section>
  )
}

const OnePasskey = ({ passkey }: { passkey: Passkey }) => {
  const t = useTexts(ACCOUNT)
  const { act, error, isBusy } = useAct('credentials')
  const [isNaming, setNaming] = useState(false)
  const params = { passkeyId: passkey.passkeyId }
  if (isNaming) {
    return (
      <li>
        <Rename
          name={passkey.name}
          isBusy={isBusy}
          error={error}
          onCancel={() => setNaming(false)}
          onName={(name) =>
            void act(
              () => on('PATCH /account/v1/passkeys/{passkeyId}')({ params, body: { name } }),
              () => setNaming(false),
            )
          }
        />
      </li>
    )
  }
  return (
    <li>
      <div className="what">
        <p className="strong">
          <OutsideText>{passkey.name}</OutsideText>
        </p>
        <p className="sm soft">
          {passkey.lastUsedAt === null ? (
            t('never_used')
          ) : (
            <>
              {t('used')} <Moment at={passkey.lastUsedAt} />
            </>
          )}
        </p>
        <Problem error={error} />
      </div>
      <div className="acts">
        <button type="button" className="btn plain" onClick={() => setNaming(true)}>
          {t('rename')}
        </button>
        <button
          type="button"
          className="btn stop"
          disabled={isBusy}
          onClick={() =>
            void act(() => on('POST /account/v1/passkeys/{passkeyId}/remove')({ params }))
          }
        >
          {t('remove')}
        </button>
      </div>
    </li>
  )
}

type RenameProps = {
  name: string
  isBusy: boolean
  error: unknown
  onName: (name: string) => void
  onCancel: () => void
}

const Rename = ({ name, isBusy, error, onName, onCancel }: RenameProps) => {
  const t = useTexts(ACCOUNT)
  return (
    <form
      className="form what"
      onSubmit={(event) => {
        event.preventDefault()
        onName(textIn(event.currentTarget, 'name').trim())
      }}
    >
      <TextField
        label={t('passkey_name')}
        name="name"
        defaultValue={name}
        maxLength={100}
        required
        // The person has just asked for it.
        autoFocus
      />
      <Problem error={error} />
      <div className="acts">
        <button type="submit" className="btn main" disabled={isBusy}>
          {t('save')}
        </button>
        <button type="button" className="btn plain" onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}
