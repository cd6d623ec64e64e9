import { IconClock, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Since, WhatWaits } from '../../payments/health/standing-now.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import type { Overview } from './overview.ts'
import { useName } from '../money/who.tsx'
import { OVERVIEW } from './texts.ts'

type FailingPartner = Overview['failing'][number]

/** Which partners fail, since when, what waits for them, and the way there. */
export const Failing = ({ overview: { failing, at } }: { overview: Overview }) => {
  const t = useTexts(OVERVIEW)
  if (failing.length === 0) {
    return (
      <Card title={t('failing')}>
        <p className="soft">{t('noneFailing')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('failing')} note={t('worstFirst')} isTable>
      <ul className="fails">
        {failing.map((partner) => (
          <FailingRow key={partner.partnerId} partner={partner} at={at} />
        ))}
      </ul>
    </Card>
  )
}

/** In the script of the page, once that is known. */
const useNameOfPartner = ({ partnerId, name }: FailingPartner): string => {
  const found = useName(partnerId)
  return found === partnerId ? name : found
}

const FailingRow = ({ partner, at }: { partner: FailingPartner; at: string }) => {
  const t = useTexts(OVERVIEW)
  const { since, waiting, givenUp } = partner
  const name = useNameOfPartner(partner)
  const isSilent = waiting > 0 || givenUp > 0
  const shown = <OutsideText>{name}</OutsideText>
  return (
    <li>
      <span className={isSilent ? 'dot stop' : 'dot wait'}>
        {isSilent ? <IconX aria-hidden /> : <IconClock aria-hidden />}
      </span>
      <div>
        <p className="strong">
          {since === null
            ? shown
            : t.rich('failsSince', { name: shown, since: <Since at={since} now={at} /> })}
        </p>
        <p className="soft sm">
          <WhatWaits standing={partner} />
        </p>
      </div>
      <WayThere partner={partner} />
    </li>
  )
}

/** To the events that wait or were given up; without any, to the partner's health. */
const WayThere = ({ partner }: { partner: FailingPartner }) => {
  const t = useTexts(OVERVIEW)
  const me = useMe()
  const { partnerId, waiting, givenUp } = partner
  const name = useNameOfPartner(partner)
  if ((waiting > 0 || givenUp > 0) && me.may('events.view')) {
    const state = waiting > 0 ? 'pending' : 'failed'
    return (
      <Link className="btn" to="/events" search={{ partnerId, state }}>
        {t('events')}
        <span className="hide"> {name}</span>
      </Link>
    )
  }
  if (!me.may('partners.view')) return null
  return (
    <Link className="btn" to="/partners/$partnerId/health" params={{ partnerId }}>
      {t('health')}
      <span className="hide"> {name}</span>
    </Link>
  )
}
