import { useState } from 'react'
import { on } from '../api/call.ts'
import { Moment } from '../time/moment.tsx'
import { Problem } from '../problems/problem.tsx'
import { useTexts } from '../texts/texts.ts'
import { AppForm, PasswordForm } from './password-forms.tsx'
import type { Credentials } from './credentials-query.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Section } from './section.tsx'
import { ACCOUNT } from './texts.ts'
import { useAct } from './use-act.ts'

type Doing =
  | { kind: 'password' }
  | { kind: 'app'; secret: string; uri: string }
  | { kind: 'codes'; codes: string[] }

/** The password, the authenticator app and the recovery codes. */
export const Password = ({ credentials }: { credentials: Credentials }) => {
  const t = useTexts(ACCOUNT)
  const { act, error, isBusy } = useAct('credentials')
  const [doing, setDoing] = useState<Doing | null>(null)
  const showCodes = ({ recoveryCodes }: { recoveryCodes: string[] }) =>
    setDoing({ kind: 'codes', codes: recoveryCodes })
  const stop = () => setDoing(null)
  if (doing?.kind === 'codes') {
    return (
      <Section title={t('password_title')}>
        <RecoveryCodes codes={doing.codes} onKept={stop} />
      </Section>
    )
  }
  return (
    <Section title={t('password_title')}>
      <Problem error={error} />
      {doing === null && (
        <Overview credentials={credentials} isBusy={isBusy} act={act} onDo={setDoing} />
      )}
      {doing?.kind === 'password' && (
        <PasswordForm
          isBusy={isBusy}
          onCancel={stop}
          onSend={(password) =>
            void act(() => on('POST /account/v1/password')({ body: { password } }), stop)
          }
        />
      )}
      {doing?.kind === 'app' && (
        <AppForm
          secret={doing.secret}
          uri={doing.uri}
          isBusy={isBusy}
          onCancel={stop}
          onSend={(code) => {
            const body = { secret: doing.secret, code }
            void act(() => on('POST /account/v1/totp')({ body }), showCodes)
          }}
        />
      )}
    </Section>
  )
}

type OverviewProps = {
  credentials: Credentials
  isBusy: boolean
  act: ReturnType<typeof useAct>['act']
  onDo: (doing: Doing) => void
}

const Overview = ({ credentials, isBusy, act, onDo }: OverviewProps) => {
  const t = useTexts(ACCOUNT)
  const { passwordSetAt, totpSetAt, recoveryCodesLeft, passkeys } = credentials
  const startApp = () =>
    act(
      () => on('POST /account/v1/totp/options')({}),
      ({ secret, uri }) => onDo({ kind: 'app', secret, uri }),
    )
  const renew = () =>
    act(
      () => on('POST /account/v1/recovery-codes')({}),
      ({ recoveryCodes }) => onDo({ kind: 'codes', codes: recoveryCodes }),
    )
  return (
    <>
      {(passwordSetAt === null) !== (totpSetAt === null) && (
        <p className="notice wait">{t('half')}</p>
      )}
      <ul className="rows">
        <Row name={t('password')} at={passwordSetAt} unset={t('not_set')}>
          <button type="button" className="btn" onClick={() => onDo({ kind: 'password' })}>
            {t(passwordSetAt === null ? 'set_password' : 'change_password')}
          </button>
        </Row>
        <Row name={t('app')} at={totpSetAt} unset={t('app_not_set')}>
          <button type="button" className="btn" disabled={isBusy} onClick={() => void startApp()}>
            {t(totpSetAt === null ? 'set_app' : 'change_app')}
          </button>
        </Row>
        {totpSetAt !== null && (
          <li>
            <div className="what">
              <p className="strong">{t('recovery_codes')}</p>
              <p className="sm soft">{t('codes_left', { count: recoveryCodesLeft })}</p>
            </div>
            <button type="button" className="btn" disabled={isBusy} onClick={() => void renew()}>
              {t('renew_codes')}
            </button>
          </li>
        )}
      </ul>
      {passwordSetAt !== null && passkeys.length > 0 && (
        <div className="acts">
          <button
            type="button"
            className="btn stop"
            disabled={isBusy}
            onClick={() => void act(() => on('POST /account/v1/password/remove')({}))}
          >
            {t('remove_password')}
          </button>
        </div>
      )}
    </>
  )
}

type RowProps = { name: string; at: string | null; unset: string; children: React.ReactNode }

const Row = ({ name, at, unset, children }: RowProps) => {
  const t = useTexts(ACCOUNT)
  return (
    <li>
      <div className="what">
        <p className="strong">{name}</p>
        <p className="sm soft">
          {at === null ? (
            unset
          ) : (
            <>
              {t('set_on')} <Moment at={at} shows="day" />
            </>
          )}
        </p>
      </div>
      {children}
    </li>
  )
}
