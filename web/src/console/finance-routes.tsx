/** The routes of the money: close the day, cash, bank, books and settlement. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root.tsx'

export const financeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/close-day',
    component: lazyRouteComponent(() => import('./close-day/page.tsx'), 'CloseDayPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/close-day/report',
    component: lazyRouteComponent(() => import('./close-day/report.tsx'), 'DayReportPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/statements',
    component: lazyRouteComponent(() => import('./statements/list.tsx'), 'StatementsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/statements/$statementId',
    component: lazyRouteComponent(() => import('./statements/page.tsx'), 'StatementPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payouts',
    component: lazyRouteComponent(() => import('./payouts/list.tsx'), 'PayoutsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payouts/$payoutId',
    component: lazyRouteComponent(() => import('./payouts/page.tsx'), 'PayoutPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts',
    component: lazyRouteComponent(() => import('./shifts/list.tsx'), 'ShiftsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts/differences',
    component: lazyRouteComponent(() => import('./shifts/differences.tsx'), 'DifferencesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts/$shiftId',
    component: lazyRouteComponent(() => import('./shifts/page.tsx'), 'ShiftPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/handovers',
    component: lazyRouteComponent(() => import('./handovers/list.tsx'), 'HandoversPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/deposits',
    component: lazyRouteComponent(() => import('./deposits/list.tsx'), 'DepositsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/deposits/remittances',
    component: lazyRouteComponent(() => import('./deposits/remittances.tsx'), 'RemittancesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reconciliation',
    component: lazyRouteComponent(() => import('./reconciliation/list.tsx'), 'BankLinesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reconciliation/echoes',
    component: lazyRouteComponent(() => import('./reconciliation/echoes.tsx'), 'EchoesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/refunds',
    component: lazyRouteComponent(() => import('./refunds/list.tsx'), 'RefundsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/fees',
    component: lazyRouteComponent(() => import('./fees/page.tsx'), 'FeesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/fees/commissions',
    component: lazyRouteComponent(() => import('./fees/page.tsx'), 'CommissionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reconciliation/mappings',
    component: lazyRouteComponent(() => import('./reconciliation/mappings.tsx'), 'MappingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts/floats',
    component: lazyRouteComponent(() => import('./shifts/floats.tsx'), 'FloatsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger',
    component: lazyRouteComponent(() => import('./ledger/trial.tsx'), 'TrialPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger/adjustments',
    component: lazyRouteComponent(() => import('./ledger/adjustments.tsx'), 'AdjustmentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger/sources/$source',
    component: lazyRouteComponent(() => import('./ledger/transfers.tsx'), 'SourcePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger/$kind',
    component: lazyRouteComponent(() => import('./ledger/owners.tsx'), 'OwnersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger/$kind/$owner',
    component: lazyRouteComponent(() => import('./ledger/transfers.tsx'), 'TransfersPage'),
  }),
]
