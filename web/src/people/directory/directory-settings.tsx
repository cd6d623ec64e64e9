import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog, FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton, SubmitButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useStepUp } from '../../session/use-step-up.ts'
import { useTexts } from '../../texts/texts.ts'
import { groupsOfRoles, rolesOfGroups } from './groups.ts'
import { DIRECTORY } from './texts.ts'

export type Settings = AnswerOf<'GET /operator/v1/directory'>

export type DirectoryBody = {
  issuer: string
  clientId: string
  clientSecret?: string
  groupsClaim: string
  roles: { group: string; role: string }[]
}

export type DirectoryCalls = {
  read: (input: { signal: AbortSignal }) => Promise<Settings>
  set: (body: DirectoryBody) => Promise<Settings>
  remove: () => Promise<Settings>
}

export type DirectorySettingsProps = {
  calls: DirectoryCalls
  /** In the order in which they count, with their names. */
  roles: readonly { role: string; name: string }[]
}

const KEY = ['directory'] as const

/** Where the people of the organisation sign in. */
export const DirectorySettings = ({ calls, roles }: DirectorySettingsProps) => {
  const t = useTexts(DIRECTORY)
  const client = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: calls.read })
  const [isSaved, setSaved] = useState(false)
  const put = (settings: Settings): void => {
    client.setQueryData(KEY, settings)
    setSaved(settings.directory !== null)
  }
  return (
    <Page title={t('title')} permission="audit.view">
      <p className="soft says">{t('says')}</p>
      <Loaded query={query}>
        {(settings) => (
          <div className="stack">
            {isSaved && (
              <p className="notice" role="status">
                {t('saved')}
              </p>
            )}
            <There settings={settings} />
            <Here
              key={settings.directory?.changedAt ?? ''}
              {...{ calls, roles, settings }}
              onChanged={put}
            />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const There = ({ settings: { redirectUri, signInUrl } }: { settings: Settings }) => {
  const t = useTexts(DIRECTORY)
  return (
    <Card title={t('there')}>
      {[
        { name: t('redirectUri'), value: redirectUri },
        { name: t('signInUrl'), value: signInUrl },
      ].map(({ name, value }) => (
        <div className="form-row" key={name}>
          <span className="form-label">{name}</span>
          <span className="once">
            <code className="code" dir="ltr">
              {value}
            </code>
            <CopyButton text={value} />
          </span>
        </div>
      ))}
    </Card>
  )
}

type HereProps = DirectorySettingsProps & {
  settings: Settings
  onChanged: (settings: Settings) => void
}

const Here = ({ calls, roles, settings: { directory }, onChanged }: HereProps) => {
  const t = useTexts(DIRECTORY)
  const stepUp = useStepUp()
  const names = roles.map(({ role }) => role)
  const form = useApiForm<Record<string, string>>({
    issuer: directory?.issuer ?? '',
    clientId: directory?.clientId ?? '',
    clientSecret: '',
    groupsClaim: directory?.groupsClaim ?? 'groups',
    ...groupsOfRoles(names, directory?.roles ?? []),
  })
  const save = (event: FormEvent): void => {
    event.preventDefault()
    void form.run(async (values) => {
      const { issuer = '', clientId = '', clientSecret = '', groupsClaim = '' } = values
      const secret = clientSecret === '' ? {} : { clientSecret }
      const body = { issuer, clientId, ...secret, groupsClaim, roles: rolesOfGroups(names, values) }
      onChanged(await stepUp(() => calls.set(body)))
    })
  }
  return (
    <Card
      title={t('here')}
      {...(directory !== null && {
        note: t.rich('changed', { by: <OutsideText key="by">{directory.changedBy}</OutsideText> }),
      })}
    >
      <form className="form" onSubmit={save}>
        <TextField
          form={form}
          name="issuer"
          kind="url"
          isRequired
          label={t('issuer')}
          hint={t('issuerSays')}
        />
        <TextField form={form} name="clientId" isRequired label={t('clientId')} />
        <TextField
          form={form}
          name="clientSecret"
          isRequired={directory === null}
          label={t('clientSecret')}
          {...(directory !== null && { hint: t('keptSecret') })}
        />
        <TextField form={form} name="groupsClaim" isRequired label={t('groupsClaim')} />
        {roles.map(({ role, name }) => (
          <TextField key={role} form={form} name={role} label={t('groupsOf', { role: name })} />
        ))}
        <p className="form-hint">{t('groupsSay')}</p>
        <FormFailure failure={form.failure} />
        <div className="form-end">
          {directory !== null && <Remove calls={calls} onRemoved={onChanged} />}
          <SubmitButton permission="users.edit" isDisabled={form.isRunning}>
            {t('save')}
          </SubmitButton>
        </div>
      </form>
    </Card>
  )
}

type RemoveProps = { calls: DirectoryCalls; onRemoved: (settings: Settings) => void }

const Remove = ({ calls, onRemoved }: RemoveProps) => {
  const t = useTexts(DIRECTORY)
  const [isAsking, setAsking] = useState(false)
  const form = useApiForm({})
  return (
    <>
      <ActionButton look="stop" permission="users.edit" onClick={() => setAsking(true)}>
        {t('remove')}
      </ActionButton>
      <ActDialog
        title={t('removeTitle')}
        verb={t('remove')}
        isStop
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={async () => onRemoved(await calls.remove())}
      >
        <p>{t('removeSays')}</p>
      </ActDialog>
    </>
  )
}
