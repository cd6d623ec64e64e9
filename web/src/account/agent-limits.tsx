import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../api/call.ts'
import type { AnswerOf } from '../api/contract.ts'
import { TextField } from '../components/field.tsx'
import { typedDinars } from '../components/api-form.tsx'
import { Failed } from '../components/states.tsx'
import { allPages } from '../lists/all-pages.ts'
import { Amount } from '../money/amount.tsx'
import { isNoted } from '../problems/is-noted.ts'
import { OutsideText } from '../problems/outside-text.tsx'
import { Problem } from '../problems/problem.tsx'
import { textIn } from '../texts/text-in.ts'
import { useTexts } from '../texts/texts.ts'
import { LIMITS } from './agent-limits.texts.ts'
import { Loading, Section } from './section.tsx'
import { useAct } from './use-act.ts'

type Agent = AnswerOf<'GET /channel/v1/agents'>['items'][number]

const LIMIT = '200'

const readAgents = async (signal: AbortSignal): Promise<readonly Agent[]> => {
  const agents = await allPages((cursor) =>
    on('GET /channel/v1/agents')({ query: { limit: LIMIT, cursor }, signal }),
  )
  return agents.filter(({ status }) => status === 'active')
}

/** A manager sets how much cash each agent may hold, and for how long. */
export const AgentLimits = () => {
  const t = useTexts(LIMITS)
  const { data, error, refetch } = useQuery({
    queryKey: ['agent-limits'],
    queryFn: ({ signal }) => readAgents(signal),
  })
  return (
    <Section title={t('title')}>
      <p className="soft">{t('says')}</p>
      {error !== null && <Failed error={error} onAgain={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      <ul className="rows">
        {data?.map((agent) => (
          <OneAgent key={agent.agentId} agent={agent} />
        ))}
      </ul>
    </Section>
  )
}

type Step = 'shown' | 'asked' | 'noted'

const OneAgent = ({ agent }: { agent: Agent }) => {
  const t = useTexts(LIMITS)
  const [step, setStep] = useState<Step>('shown')
  return (
    <li>
      <div className="what">
        <p className="strong">
          <OutsideText>{agent.name}</OutsideText>
        </p>
        <Limits agent={agent} />
      </div>
      {step !== 'asked' && (
        <div className="acts">
          <button type="button" className="btn" onClick={() => setStep('asked')}>
            {t('change')}
          </button>
        </div>
      )}
      {step === 'asked' && <ChangeLimits agent={agent} onDone={setStep} />}
      {step === 'noted' && (
        <div className="notice wait wide" role="status">
          <div>
            <p className="strong">{t('notedTitle')}</p>
            <p>{t('noted')}</p>
          </div>
        </div>
      )}
    </li>
  )
}

const Limits = ({ agent: { cashMax, heldDaysMax } }: { agent: Agent }) => {
  const t = useTexts(LIMITS)
  return (
    <p className="sm soft">
      {cashMax === null && heldDaysMax === null && t('none')}
      {cashMax !== null && t.rich('cash', { amount: <Amount key="amount" dinars={cashMax} /> })}
      {cashMax !== null && heldDaysMax !== null && ' · '}
      {heldDaysMax !== null && t('days', { count: heldDaysMax })}
    </p>
  )
}

/** What was typed, as the operation takes it: nothing is no limit, and what is no number it refuses itself. */
const dinarsOf = (typed: string): number | null =>
  typed.trim() === '' ? null : (typedDinars(typed) ?? (typed as never))

const daysOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

type ChangeProps = { agent: Agent; onDone: (step: Step) => void }

const ChangeLimits = ({ agent, onDone }: ChangeProps) => {
  const t = useTexts(LIMITS)
  const { agentId, cashMax, heldDaysMax } = agent
  const { act, error, isBusy } = useAct('agent-limits')
  const save = (form: HTMLFormElement): Promise<void> => {
    const [cash, days] = [dinarsOf(textIn(form, 'cashMax')), daysOf(textIn(form, 'heldDaysMax'))]
    // Only what was changed, so that two people do not undo each other.
    const body = {
      ...(cash !== cashMax && { cashMax: cash }),
      ...(days !== heldDaysMax && { heldDaysMax: days }),
    }
    const change = async (): Promise<Step> => {
      if (Object.keys(body).length === 0) return 'shown'
      try {
        await on('PATCH /channel/v1/agents/{agentId}')({ params: { agentId }, body })
        return 'shown'
      } catch (failure) {
        if (isNoted(failure)) return 'noted'
        throw failure
      }
    }
    return act(change, onDone)
  }
  return (
    <form
      className="form wide"
      onSubmit={(event) => {
        event.preventDefault()
        void save(event.currentTarget)
      }}
    >
      <Problem error={error} />
      <TextField
        label={t('cashMax')}
        hint={t('empty')}
        name="cashMax"
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        defaultValue={cashMax === null ? '' : String(cashMax).replace('.', ',')}
      />
      <TextField
        label={t('heldDaysMax')}
        hint={t('empty')}
        name="heldDaysMax"
        type="number"
        min={1}
        max={365}
        dir="ltr"
        defaultValue={heldDaysMax ?? ''}
      />
      <div className="acts">
        <button type="submit" className="btn main" disabled={isBusy}>
          {t('save')}
        </button>
        <button type="button" className="btn" onClick={() => onDone('shown')}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}
