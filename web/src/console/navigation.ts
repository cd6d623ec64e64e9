/** Every area of the console, in the order in which people look for them. */
import type { NavGroup } from '../frame/frame.tsx'
import type { Translate } from '../texts/texts.ts'
import type { CONSOLE } from './texts.ts'

/** Each entry is hidden from people without its permission. */
export const navigation = (t: Translate<typeof CONSOLE>): readonly NavGroup[] => [
  {
    title: t('today'),
    entries: [
      { to: '/', label: t('overview'), permission: 'payments.view' },
      { to: '/payments', label: t('payments'), permission: 'payments.view' },
      { to: '/follow-ups', label: t('followUps'), permission: 'payments.view' },
      { to: '/lost-locks', label: t('lostLocks'), permission: 'cash.view' },
      { to: '/events', label: t('events'), permission: 'events.view' },
    ],
  },
  {
    title: t('money'),
    entries: [
      { to: '/close-day', label: t('closeDay'), permission: 'statements.view' },
      { to: '/shifts', label: t('shifts'), permission: 'cash.view' },
      { to: '/handovers', label: t('handovers'), permission: 'cash.view' },
      { to: '/deposits', label: t('deposits'), permission: 'cash.view' },
      { to: '/ledger', label: t('ledger'), permission: 'statements.view' },
      { to: '/reports', label: t('reports'), permission: 'export' },
      { to: '/statements', label: t('statements'), permission: 'statements.view' },
      { to: '/payouts', label: t('payouts'), permission: 'statements.view' },
      { to: '/reconciliation', label: t('reconciliation'), permission: 'statements.view' },
    ],
  },
  {
    title: t('directory'),
    entries: [
      { to: '/partners', label: t('partners'), permission: 'partners.view' },
      { to: '/channels', label: t('channels'), permission: 'payments.view' },
      { to: '/fees', label: t('fees'), permission: 'statements.view' },
      { to: '/settings', label: t('settings'), permission: 'cash.view' },
      { to: '/users', label: t('users'), permission: 'users.edit' },
    ],
  },
  {
    title: t('proof'),
    entries: [
      { to: '/audit', label: t('audit'), permission: 'audit.view' },
      { to: '/access', label: t('access'), permission: 'audit.view' },
      { to: '/integrity', label: t('integrity'), permission: 'audit.view' },
      { to: '/service-levels', label: t('serviceLevels'), permission: 'audit.view' },
      { to: '/system', label: t('system'), permission: 'audit.view' },
    ],
  },
]
