import { useCallback, useEffect, useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ApiFailure } from '../../api/failure.ts'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Bone, Failed } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import './pin.css'
import { PinForm } from './pin-form.tsx'
import { PIN } from './pin.texts.ts'

type Device = AnswerOf<'GET /account/v1/device'>
type Person = Device['people'][number]

/**
 * An agent signs in on an enrolled device: chooses their name, then types the PIN. Without Mantine, so
 * that the till can show it.
 */
export const PinSignIn = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [device, setDevice] = useState<Device | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [chosen, setChosen] = useState<Person | null>(null)

  const read = useCallback(() => {
    setError(null)
    on('GET /account/v1/device')({}).then(setDevice, setError)
  }, [])
  useEffect(read, [read])

  if (error instanceof ApiFailure && error.code === 'DEVICE401_UNAUTHORIZED') return <NotEnrolled />
  if (error !== null) return <Failed error={error} onAgain={read} />
  if (device === null) return <Bone width="70%" />
  if (chosen === null) return <People people={device.people} onChoose={setChosen} />
  return (
    <PinForm
      person={chosen}
      onSignedIn={onSignedIn}
      onBack={() => {
        setChosen(null)
        read()
      }}
    />
  )
}

const NotEnrolled = () => {
  const t = useTexts(PIN)
  return (
    <div className="form">
      <p className="strong">{t('not_enrolled')}</p>
      <p>{t('enrol_how')}</p>
      <a className="btn main" href="/account/sign-in?back=/account/tills">
        {t('sign_in')}
      </a>
    </div>
  )
}

type PeopleProps = { people: Person[]; onChoose: (person: Person) => void }

const People = ({ people, onChoose }: PeopleProps) => {
  const t = useTexts(PIN)
  if (people.length === 0) return <p>{t('no_agents')}</p>
  return (
    <>
      <h2>{t('who')}</h2>
      <ul className="people">
        {people.map((person) => (
          <li key={person.agentId}>
            <button type="button" className="btn" onClick={() => onChoose(person)}>
              <OutsideText>{person.name}</OutsideText>
              {person.isLocked && <span className="badge stop">{t('locked')}</span>}
              {!person.isLocked && !person.hasPin && (
                <span className="badge bare">{t('no_pin')}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
