import { Outlet } from '@tanstack/react-router'
import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Page, Tabs } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { usePartner } from './partner.ts'
import { PARTNERS } from './partners.texts.ts'
import { StateBadge } from './state.tsx'

const SECTIONS = [
  ['overview', '', 'partners.view'],
  ['settings', '/settings', 'partners.view'],
  ['secrets', '/secrets', 'partners.view'],
  ['qr', '/qr', 'partners.view'],
  ['events', '/events', 'events.view'],
  ['statements', '/statements', 'statements.view'],
  ['fees', '/fees', 'statements.view'],
  ['account', '/account', 'partners.view'],
  ['health', '/health', 'events.view'],
] as const

/** A partner: who it is, and its sections. */
export const PartnerPage = () => {
  const t = useTexts(PARTNERS)
  const me = useMe()
  const { partnerId, query } = usePartner()
  const tabs = SECTIONS.filter(([, , permission]) => me.may(permission)).map(([name, path]) => ({
    to: `/partners/${partnerId}${path}`,
    label: t(name),
  }))
  return (
    <Loaded query={query} title={t('title')}>
      {({ name, status, state }) => (
        <Page
          title={name}
          heading={
            <>
              <OutsideText>{name}</OutsideText>{' '}
              <Badge kind={status === 'active' ? 'done' : 'rest'}>{t(status)}</Badge>{' '}
              <StateBadge state={state} />
            </>
          }
          up={{ to: '/partners', label: t('title') }}
          permission="partners.view"
        >
          <Tabs tabs={tabs} />
          <Outlet />
        </Page>
      )}
    </Loaded>
  )
}
