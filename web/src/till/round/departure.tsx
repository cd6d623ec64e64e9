import { useState } from 'react'
import { Reference } from '../../problems/outside-text.tsx'
import { useLanguage } from '../../texts/language.ts'
import { Act, Go, Trouble, useSentence, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { ChoosePartner, usePartner } from '../collect/choose-partner.tsx'
import { useReader } from '../collect/reader.ts'
import { payeeName, useMe } from '../session/me.ts'
import { usePersisted } from '../store/persist.ts'
import { lockReferences, REFERENCES_MAX, type NotLocked } from './lock-references.ts'
import { ROUND } from './texts.ts'

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

export type DepartureProps = {
  /** The list of parcels waits from now on: what is refused is read here. */
  onBegin: () => void
  onDone: () => void
}

/** Before the courier leaves: all references are locked for the day. */
export const Departure = ({ onBegin, onDone }: DepartureProps) => {
  const t = useTexts(ROUND)
  const me = useMe()
  const { language } = useLanguage()
  const [partnerId, choosePartner] = usePartner()
  const isPersisted = usePersisted()
  const [text, setText] = useState('')
  const [done, setDone] = useState(0)
  const [refused, setRefused] = useState<NotLocked[]>([])
  const references = linesOf(text).slice(0, REFERENCES_MAX)
  useReader((code) => setText((before) => `${before}${before === '' ? '' : '\n'}${code}`))
  const locking = useCall(async () => {
    onBegin()
    setDone(0)
    const payee = payeeName(me, partnerId, language)
    const left = await lockReferences(me, { partnerId, payee, references }, () =>
      setDone((before) => before + 1),
    )
    setRefused(left)
    setText(left.map(({ reference }) => reference).join('\n'))
    if (left.length === 0) onDone()
  })
  const count = references.length
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="soft">{t('lead')}</p>
      {!isPersisted && <p className="notice wait">{t('notPersisted')}</p>}
      <ChoosePartner partnerId={partnerId} onPartner={choosePartner} />
      <label className="lab">
        {t('references')}
        <textarea
          className="lines-in"
          rows={8}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Refused refused={refused} />
      <Trouble error={locking.error} />
      <Act>
        <Go
          disabled={count === 0 || locking.isBusy}
          why={locking.isBusy ? undefined : t('nothingTyped')}
          onClick={() => locking.run()}
        >
          {locking.isBusy ? t('locking', { done, count }) : t('lock', { count })}
        </Go>
        {refused.length > 0 && <Way onClick={onDone}>{t('title')}</Way>}
      </Act>
    </>
  )
}

const Refused = ({ refused }: { refused: NotLocked[] }) => {
  const t = useTexts(ROUND)
  const sentence = useSentence()
  if (refused.length === 0) return null
  return (
    <section className="notice stop" role="alert">
      <div>
        <p className="strong">{t('refused')}</p>
        <ul>
          {refused.map(({ reference, error }) => (
            <li key={reference}>
              <Reference>{reference}</Reference> {sentence(error)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
