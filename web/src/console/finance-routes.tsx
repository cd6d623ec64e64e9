/** The routes of the money: close the day, cash, bank, books and settlement. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../frame/lazy-page.tsx'
import { root } from './root.tsx'

export const financeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/close-day',
    component: lazyPage(() => import('./close-day/page.tsx'), 'CloseDayPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/close-day/report',
    component: lazyPage(() => import('./close-day/report.tsx'), 'DayReportPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/statements',
    component: lazyPage(() => import('./statements/list.tsx'), 'StatementsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/statements/$statementId',
    component: lazyPage(() => import('./statements/page.tsx'), 'StatementPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payouts',
    component: lazyPage(() => import('./payouts/list.tsx'), 'PayoutsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payouts/$payoutId',
    component: lazyPage(() => import('./payouts/page.tsx'), 'PayoutPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts',
    component: lazyPage(() => import('./shifts/list.tsx'), 'ShiftsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts/differences',
    component: lazyPage(() => import('./shifts/differences.tsx'), 'DifferencesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts/$shiftId',
    component: lazyPage(() => import('./shifts/page.tsx'), 'ShiftPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/handovers',
    component: lazyPage(() => import('./handovers/list.tsx'), 'HandoversPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/deposits',
    component: lazyPage(() => import('./deposits/list.tsx'), 'DepositsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/deposits/remittances',
    component: lazyPage(() => import('./deposits/remittances.tsx'), 'RemittancesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reconciliation',
    component: lazyPage(() => import('./reconciliation/list.tsx'), 'BankLinesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reconciliation/echoes',
    component: lazyPage(() => import('./reconciliation/echoes.tsx'), 'EchoesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/refunds',
    component: lazyPage(() => import('./refunds/list.tsx'), 'RefundsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/fees',
    component: lazyPage(() => import('./fees/page.tsx'), 'FeesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/fees/commissions',
    component: lazyPage(() => import('./fees/page.tsx'), 'CommissionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reconciliation/mappings',
    component: lazyPage(() => import('./reconciliation/mappings.tsx'), 'MappingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts/floats',
    component: lazyPage(() => import('./shifts/floats.tsx'), 'FloatsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports',
    component: lazyPage(() => import('./reports/page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger',
    component: lazyPage(() => import('./ledger/trial.tsx'), 'TrialPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger/adjustments',
    component: lazyPage(() => import('./ledger/adjustments.tsx'), 'AdjustmentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger/sources/$source',
    component: lazyPage(() => import('./ledger/transfers.tsx'), 'SourcePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger/$kind',
    component: lazyPage(() => import('./ledger/owners.tsx'), 'OwnersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger/$kind/$owner',
    component: lazyPage(() => import('./ledger/transfers.tsx'), 'TransfersPage'),
  }),
]
