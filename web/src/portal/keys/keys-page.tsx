import { IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { ActionButton } from '../../components/action-button.tsx'
import { Badge } from '../../components/badge.tsx'
import { ShownOnce } from '../../components/copy-button.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment, momentText } from '../../time/moment.tsx'
import { Card, Page } from '../../components/page.tsx'
import { RightsOf } from '../../people/key-rights/rights-of.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useAnswer, useReadAgain } from '../use-answer.ts'
import { KeySteps, type Key } from './key-steps.tsx'
import { RotateDialog, type Rotated, type SecretName } from './rotate-dialog.tsx'
import { KEYS } from './texts.ts'

const KEYS_ROUTE = 'GET /partner/settings/v1/keys'
const PARTNER_ROUTE = 'GET /partner/settings/v1/partner'

/** That a new key is used is seen without reloading. */
const LIVE_MS = 2_000

/** The three secrets, each replaced without an interruption. */
export const KeysPage = () => {
  const t = useTexts(KEYS)
  const readAgain = useReadAgain()
  const keys = useAnswer(KEYS_ROUTE, {}, LIVE_MS)
  const [rotating, setRotating] = useState<SecretName | null>(null)
  const [rotated, setRotated] = useState<Rotated | null>(null)
  const onRotated = (made: Rotated): void => {
    setRotated(made)
    void readAgain(KEYS_ROUTE, PARTNER_ROUTE)
  }
  const ofKey = rotated?.secret === 'apiKey' ? rotated.value : null
  return (
    <Page title={t('title')} permission="partners.view">
      <div className="stack">
        <Loaded query={keys}>
          {({ items }) => (
            <>
              {items.length > 1 && (
                <KeySteps keys={items} value={ofKey} onRevoked={() => setRotated(null)} />
              )}
              <ApiKeys keys={items} onRotate={() => setRotating('apiKey')} />
              {items.length === 1 && ofKey !== null && (
                <ShownOnce name={t('newValue')} value={ofKey} />
              )}
            </>
          )}
        </Loaded>
        <Shared name="apiSecret" rotated={rotated} onRotate={() => setRotating('apiSecret')} />
        <Shared name="hmacSecret" rotated={rotated} onRotate={() => setRotating('hmacSecret')} />
      </div>
      {rotating !== null && (
        <RotateDialog
          secret={rotating}
          rights={keys.data?.items[0]?.permissions ?? []}
          onClose={() => setRotating(null)}
          onRotated={onRotated}
        />
      )}
    </Page>
  )
}

const ApiKeys = ({ keys, onRotate }: { keys: readonly Key[]; onRotate: () => void }) => {
  const t = useTexts(KEYS)
  const intl = useIntl()
  return (
    <Card title={t('apiKey')} note={t('apiKeySays')} isTable>
      <div className="scroll">
        <table className="stacked">
          <thead>
            <tr>
              <th scope="col">{t('hint')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col">{t('may')}</th>
              <th scope="col">{t('used')}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ hint, expiresAt, lastUsedAt, permissions }) => (
              <tr key={hint}>
                <td>
                  <bdi className="code" dir="ltr">
                    {hint}
                  </bdi>
                </td>
                <td>
                  <Badge kind={expiresAt === null ? 'done' : 'wait'} bare>
                    {expiresAt === null
                      ? t('current')
                      : t('ends', { when: momentText(intl, expiresAt) })}
                  </Badge>
                </td>
                <td>
                  <RightsOf permissions={permissions} />
                </td>
                <td>
                  {lastUsedAt === null ? t('never') : <Moment at={lastUsedAt} shows="short" />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="body">
        <RotateButton name="apiKey" onClick={onRotate} />
      </div>
    </Card>
  )
}

const RotateButton = ({ name, onClick }: { name: SecretName; onClick: () => void }) => {
  const t = useTexts(KEYS)
  return (
    <ActionButton permission="partners.secrets" onClick={onClick}>
      <IconRotate aria-hidden />
      {t('rotate')}
      <span className="hide">{t(name)}</span>
    </ActionButton>
  )
}

type SharedProps = {
  name: 'apiSecret' | 'hmacSecret'
  rotated: Rotated | null
  onRotate: () => void
}

/** A secret that both sides know: the platform changes to the new one when the overlap ends. */
const Shared = ({ name, rotated, onRotate }: SharedProps) => {
  const t = useTexts(KEYS)
  const intl = useIntl()
  const partner = useAnswer(PARTNER_ROUTE, {})
  const pending = partner.data?.rotations?.find(({ secret }) => secret === name)
  const made = rotated?.secret === name ? rotated : null
  return (
    <Card title={t(name)} note={t(`${name}Says`)}>
      <div className="spaced">
        {made !== null && (
          <>
            <ShownOnce name={t('newValue')} value={made.value} />
            <p>{t('sharedSays', { when: momentText(intl, made.previousValidUntil) })}</p>
          </>
        )}
        <p>
          <Badge kind={pending === undefined ? 'done' : 'wait'}>
            {pending === undefined
              ? t('inUse')
              : t('pending', { when: momentText(intl, pending.previousValidUntil) })}
          </Badge>
        </p>
        <RotateButton name={name} onClick={onRotate} />
      </div>
    </Card>
  )
}
