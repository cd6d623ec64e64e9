import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../api/call.ts'
import type { AnswerOf } from '../api/contract.ts'
import { TextField } from '../components/field.tsx'
import { Moment } from '../time/moment.tsx'
import { OutsideText } from '../problems/outside-text.tsx'
import { Problem } from '../problems/problem.tsx'
import { useMe } from '../session/session.ts'
import { Failed } from '../components/states.tsx'
import { textIn } from '../texts/text-in.ts'
import { useTexts } from '../texts/texts.ts'
import { AgentLimits } from './agent-limits.tsx'
import { OwnFrame } from './own-frame.tsx'
import { Loading, Section } from './section.tsx'
import { TILLS } from './tills.texts.ts'
import { useAct } from './use-act.ts'

type Device = AnswerOf<'GET /account/v1/devices'>['items'][number]
type Agent = AnswerOf<'GET /account/v1/pins'>['items'][number]

/** A supervisor enrols devices, and helps agents with their PINs. */
export const Tills = () => {
  const t = useTexts(TILLS)
  const { side, may } = useMe()
  const isSupervising = side === 'channel' && may('cash.adjust')
  return (
    <OwnFrame title={t('title')}>
      {isSupervising ? (
        <>
          <Devices />
          <Agents />
          {may('channels.edit') && <AgentLimits />}
        </>
      ) : (
        <p className="notice">{t('supervisors')}</p>
      )}
    </OwnFrame>
  )
}

const Devices = () => {
  const t = useTexts(TILLS)
  const { data, error, refetch } = useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => on('GET /account/v1/devices')({ signal }),
  })
  const { act, error: refusal, isBusy } = useAct('devices')
  const isEnrolled = data?.items.some(({ isThis }) => isThis) === true
  return (
    <Section title={t('devices')}>
      <Problem error={refusal} />
      {error !== null && <Failed error={error} onAgain={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.items.length === 0 && <p className="soft">{t('devices_none')}</p>}
      <ul className="rows">
        {data?.items.map((device) => (
          <OneDevice
            key={device.deviceId}
            device={device}
            isBusy={isBusy}
            onRevoke={(params) =>
              void act(() => on('POST /account/v1/devices/{deviceId}/revoke')({ params }))
            }
          />
        ))}
      </ul>
      {data !== undefined && !isEnrolled && (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            const name = textIn(event.currentTarget, 'name').trim()
            void act(() => on('POST /account/v1/devices')({ body: { name } }))
          }}
        >
          <TextField
            label={t('device_name')}
            name="name"
            placeholder={t('device_example')}
            maxLength={100}
            required
          />
          <div className="acts">
            <button type="submit" className="btn main" disabled={isBusy}>
              {t('enrol')}
            </button>
          </div>
        </form>
      )}
    </Section>
  )
}

type OneDeviceProps = {
  device: Device
  isBusy: boolean
  onRevoke: (params: { deviceId: string }) => void
}

const OneDevice = ({ device, isBusy, onRevoke }: OneDeviceProps) => {
  const t = useTexts(TILLS)
  const { deviceId, name, enrolledBy, enrolledAt, revokedAt, isThis } = device
  return (
    <li>
      <div className="what">
        <p className="strong">
          <OutsideText>{name}</OutsideText>{' '}
          {isThis && <span className="badge done">{t('this_device')}</span>}
          {revokedAt !== null && <span className="badge">{t('revoked')}</span>}
        </p>
        <p className="sm soft">
          {t.rich('enrolled_by', { name: <OutsideText key="name">{enrolledBy}</OutsideText> })} ·{' '}
          <Moment at={enrolledAt} shows="day" />
        </p>
      </div>
      {revokedAt === null && (
        <button
          type="button"
          className="btn stop"
          disabled={isBusy}
          onClick={() => onRevoke({ deviceId })}
        >
          {t('revoke')}
        </button>
      )}
    </li>
  )
}

const Agents = () => {
  const t = useTexts(TILLS)
  const { data, error, refetch } = useQuery({
    queryKey: ['pins'],
    queryFn: ({ signal }) => on('GET /account/v1/pins')({ signal }),
  })
  return (
    <Section title={t('agents')}>
      {error !== null && <Failed error={error} onAgain={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.items.length === 0 && <p className="soft">{t('agents_none')}</p>}
      <ul className="rows">
        {data?.items.map((agent) => (
          <OneAgent key={agent.agentId} agent={agent} />
        ))}
      </ul>
    </Section>
  )
}

type Code = AnswerOf<'POST /account/v1/pins/{agentId}/code'>

const OneAgent = ({ agent }: { agent: Agent }) => {
  const t = useTexts(TILLS)
  const { act, error, isBusy } = useAct('pins')
  const [code, setCode] = useState<Code | null>(null)
  const { agentId, name, hasPin, isLocked } = agent
  const params = { agentId }
  return (
    <li>
      <div className="what">
        <p className="strong">
          <OutsideText>{name}</OutsideText>
        </p>
        {isLocked ? (
          <span className="badge stop">{t('locked')}</span>
        ) : (
          <p className="sm soft">{t(hasPin ? 'has_pin' : 'no_pin')}</p>
        )}
        <Problem error={error} />
      </div>
      <div className="acts">
        {isLocked && (
          <button
            type="button"
            className="btn"
            disabled={isBusy}
            onClick={() => void act(() => on('POST /account/v1/pins/{agentId}/unlock')({ params }))}
          >
            {t('unlock')}
          </button>
        )}
        <button
          type="button"
          className="btn"
          disabled={isBusy}
          onClick={() =>
            void act(() => on('POST /account/v1/pins/{agentId}/code')({ params }), setCode)
          }
        >
          {t(hasPin ? 'new_code' : 'make_code')}
        </button>
      </div>
      {code !== null && (
        <div className="notice done wide" role="status">
          <div>
            <p>{t.rich('code_for', { name: <OutsideText key="name">{name}</OutsideText> })}</p>
            <p className="pin-code">
              <bdi>{code.code.replace(/(.{4})/, '$1 ')}</bdi>
            </p>
            <p className="sm">
              {t.rich('code_how', { time: <Moment key="time" at={code.expiresAt} /> })}
            </p>
          </div>
        </div>
      )}
    </li>
  )
}
