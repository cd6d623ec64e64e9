import './portal.css'
import { Outlet } from '@tanstack/react-router'
import { lazy } from 'react'
import { Frame } from '../frame/frame.tsx'
import { loadFile } from '../problems/missing-file.ts'
import { Find } from '../lists/search/find.tsx'
import { SEARCH } from '../lists/search/search.texts.ts'
import { useMe } from '../session/session.ts'
import { useLanguage } from '../texts/language.ts'
import { useTexts } from '../texts/texts.ts'
import { PORTAL } from './texts.ts'

const OwnSearch = lazy(async () => ({
  default: (await loadFile(() => import('./search/own-search.tsx'))).OwnSearch,
}))

/** The portal: a partner’s owner, finance people and developers. */
export const Layout = () => {
  const t = useTexts(PORTAL)
  const search = useTexts(SEARCH)
  const me = useMe()
  const { language } = useLanguage()
  const ownName = (language === 'ar' ? me.partnerNameAr : undefined) ?? me.partnerName
  const groups = [
    {
      title: t('money'),
      entries: [
        { to: '/payments', label: t('payments'), permission: 'payments.view' },
        { to: '/statements', label: t('statements'), permission: 'statements.view' },
        { to: '/account', label: t('account'), permission: 'statements.view' },
        { to: '/compare', label: t('compare'), permission: 'export' },
        { to: '/qr', label: t('qr'), permission: 'partners.view' },
      ],
    },
    {
      title: t('connection'),
      entries: [
        { to: '/events', label: t('events'), permission: 'events.view' },
        { to: '/health', label: t('health'), permission: 'events.view' },
        { to: '/keys', label: t('keys'), permission: 'partners.view' },
        { to: '/addresses', label: t('addresses'), permission: 'partners.view' },
        { to: '/developers', label: t('developers'), permission: 'partners.view' },
      ],
    },
    {
      title: t('house'),
      entries: [{ to: '/team', label: t('team'), permission: 'users.edit' }],
    },
  ]
  return (
    <Frame
      title={ownName ?? t('title')}
      groups={groups}
      find={<Find finds={search('findOwn')} Dialog={OwnSearch} />}
    >
      <Outlet />
    </Frame>
  )
}
