import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StandingNow } from '../../payments/health/standing-now.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { partnerHealth, usePartner, type Partner } from './partner.ts'
import { PARTNERS } from './partners.texts.ts'
import { PartnerState } from './state.tsx'

export const PartnerOverview = () => (
  <Loaded query={usePartner().query}>{(partner) => <Whole partner={partner} />}</Loaded>
)

const Whole = ({ partner }: { partner: Partner }) => {
  const t = useTexts(PARTNERS)
  const { partnerId, name, nameAr, city, createdAt, apiUrl, webhookUrl } = partner
  const url = (text: string) => (
    <bdi className="code" dir="ltr">
      {text}
    </bdi>
  )
  return (
    <div className="stack">
      <PartnerState partner={partner} />
      <Card title={t('identity')}>
        <Pairs
          pairs={[
            { name: t('name'), value: <OutsideText>{name}</OutsideText> },
            { name: t('nameAr'), value: <OutsideText>{nameAr ?? '—'}</OutsideText> },
            { name: t('city'), value: <OutsideText>{city ?? '—'}</OutsideText> },
            { name: t('since'), value: <Moment at={createdAt} shows="day" /> },
            { name: t('address'), value: url(apiUrl) },
            { name: t('webhook'), value: url(webhookUrl) },
          ]}
        />
        <p className="why">
          <Link to="/payments" search={{ partnerId }}>
            {t('payments')}
          </Link>
        </p>
      </Card>
      <Health partnerId={partnerId} />
      <Warnings partner={partner} />
    </div>
  )
}

/** Whether it answers now, beside the way to the figures. */
const Health = ({ partnerId }: { partnerId: string }) => {
  const t = useTexts(PARTNERS)
  const mayRead = useMe().may('events.view')
  const query = useQuery({ ...partnerHealth(partnerId), enabled: mayRead })
  if (!mayRead) return null
  return (
    <Card title={t('health')}>
      <Loaded query={query}>{({ now }) => <StandingNow standing={now} />}</Loaded>
      <p className="why">
        <Link to="/partners/$partnerId/health" params={{ partnerId }}>
          {t('figures')}
        </Link>
      </p>
    </Card>
  )
}

/** What its developers should fix; the payments went on. */
export const Warnings = ({ partner: { warnings } }: { partner: Partner }) => {
  const t = useTexts(PARTNERS)
  return (
    <Card title={t('warnings')}>
      {warnings.length === 0 ? (
        <p className="soft">{t('noWarnings')}</p>
      ) : (
        <ul className="stack">
          {warnings.map(({ at, reference, message }) => (
            <li key={`${at} ${reference}`}>
              <p>
                <Reference>{reference}</Reference> · <Moment at={at} />
              </p>
              <p className="soft sm">
                <OutsideText>{message}</OutsideText>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
