import { IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { Amount } from '../../money/amount.tsx'
import type { BadgeKind } from '../../components/badge.tsx'
import { momentText } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { Who } from '../money/who.tsx'
import type { Overview } from './overview.ts'
import { OVERVIEW } from './texts.ts'

type DueItem = Overview['oldestDue'][number]

/** Who may open the place, where it is, and how much it presses. */
const PLACES: Record<
  DueItem['kind'],
  { permission: string; look: BadgeKind; to: (id: string) => string }
> = {
  deposit: { permission: 'cash.view', look: 'wait', to: () => '/deposits' },
  handover: { permission: 'cash.view', look: 'wait', to: () => '/handovers' },
  shift: { permission: 'cash.view', look: 'wait', to: (id) => `/shifts/${id}` },
  variance: { permission: 'cash.view', look: 'stop', to: () => '/shifts/differences' },
  case: { permission: 'cash.view', look: 'stop', to: () => '/lost-locks' },
  statement: { permission: 'statements.view', look: 'rest', to: (id) => `/statements/${id}` },
  delivery: { permission: 'events.view', look: 'stop', to: (id) => `/events/${id}` },
}

/** As many as a person takes in. */
const SHOWN_MAX = 8

/** What waits longest, whatever it is. */
export const OldestDue = ({ overview: { oldestDue, at } }: { overview: Overview }) => {
  const t = useTexts(OVERVIEW)
  if (oldestDue.length === 0) {
    return (
      <Card title={t('oldestDue')}>
        <p className="soft">{t('nothingDue')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('oldestDue')} isTable>
      <table className="due">
        <caption className="hide">{t('oldestDue')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            <th scope="col" className="num">
              {t('amount')}
            </th>
            <th scope="col">{t('since')}</th>
          </tr>
        </thead>
        <tbody>
          {oldestDue.slice(0, SHOWN_MAX).map((item) => (
            <DueRow key={`${item.kind} ${item.id}`} item={item} now={at} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const DueRow = ({ item, now }: { item: DueItem; now: string }) => {
  const t = useTexts(OVERVIEW)
  const me = useMe()
  const { kind, id, name, label, amount, since } = item
  const { permission, look, to } = PLACES[kind]
  return (
    <tr>
      <td>
        {me.may(permission) ? (
          <Link className="strong" to={to(id)}>
            {t(kind)}
          </Link>
        ) : (
          <span className="strong">{t(kind)}</span>
        )}
        <br />
        <span className="soft sm">
          {label !== null && (
            <>
              <Label kind={kind} label={label} />
              {t('comma')}
            </>
          )}
          <OutsideText>{name}</OutsideText>
        </span>
      </td>
      <td className="num">{amount !== null && <Amount dinars={amount} currency={false} />}</td>
      <td className="now">
        <span className={`badge bare ${look}`}>
          <IconClock aria-hidden />
          <Age since={since} now={now} />
        </span>
      </td>
    </tr>
  )
}

/** Who gave or holds it is an id; a slip or a number is itself. */
const Label = ({ kind, label }: Pick<DueItem, 'kind'> & { label: string }) =>
  kind === 'handover' || kind === 'case' || kind === 'variance' ? (
    <Who id={label} />
  ) : (
    <OutsideText>{label}</OutsideText>
  )

const UNITS = [
  { unit: 'day', size: 86_400, from: 172_800 },
  { unit: 'hour', size: 3_600, from: 3_600 },
  { unit: 'minute', size: 60, from: 0 },
] as const

/** In days from two days on; until then an hour counts. */
const Age = ({ since, now }: { since: string; now: string }) => {
  const intl = useIntl()
  const seconds = Math.max(0, (Date.parse(now) - Date.parse(since)) / 1_000)
  const { unit, size } = UNITS.find(({ from }) => seconds >= from) ?? UNITS[2]
  return (
    <time dateTime={since} title={momentText(intl, since, 'exact')}>
      {intl.formatNumber(Math.floor(seconds / size), { style: 'unit', unit, unitDisplay: 'long' })}
    </time>
  )
}
