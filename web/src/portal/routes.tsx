import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { lazyPage, PAGE_STATES } from '../frame/lazy-page.tsx'
import { prefetchList } from '../lists/list-query.ts'
import { prefetchFor } from '../session/prefetch.ts'
import { plainSearch, type Filters } from '../lists/search-params.ts'
import { root } from './root.tsx'

/** Leads to the payments: what most people come for. */
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/payments' })
  },
})

/** A page is loaded when it is opened; what it shows is asked for at the same time. */
const page = <Module extends Record<string, unknown>>(
  path: string,
  load: () => Promise<Module>,
  name: keyof Module & string,
  prefetch?: (filters: Filters) => void,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyPage(load as () => Promise<Record<string, never>>, name),
    ...(prefetch && { loader: ({ location }) => prefetch(location.search as Filters) }),
  })

const pages = [
  page(
    '/payments',
    () => import('./payments/payments-page.tsx'),
    'PaymentsPage',
    (query) =>
      prefetchFor('payments.view', () =>
        prefetchList('GET /partner/payments/v1/newest', { query }),
      ),
  ),
  page('/payments/$paymentId', () => import('./payments/payment-page.tsx'), 'PaymentPage'),
  page('/statements', () => import('./statements/statements-page.tsx'), 'StatementsPage'),
  page(
    '/statements/$statementId',
    () => import('./statements/statement-page.tsx'),
    'StatementPage',
  ),
  page('/account', () => import('./account/account-page.tsx'), 'AccountPage'),
  page('/compare', () => import('./compare/compare-page.tsx'), 'ComparePage'),
  page('/events', () => import('./events/events-page.tsx'), 'EventsPage'),
  page('/events/$eventId', () => import('./events/event-page.tsx'), 'EventPage'),
  page('/keys', () => import('./keys/keys-page.tsx'), 'KeysPage'),
  page('/addresses', () => import('./addresses/addresses-page.tsx'), 'AddressesPage'),
  page('/qr', () => import('./qr/codes-page.tsx'), 'CodesPage'),
  page('/qr/$token', () => import('./qr/code-page.tsx'), 'CodePage'),
  page('/team', () => import('./team/team-page.tsx'), 'TeamPage'),
  page('/team/directory', () => import('./team/directory-page.tsx'), 'DirectoryPage'),
  page('/health', () => import('./health/health-page.tsx'), 'HealthPage'),
  page('/developers', () => import('./developers/developers-page.tsx'), 'DevelopersPage'),
]

export const router = createRouter({
  routeTree: root.addChildren([start, ...pages]),
  basepath: '/portal',
  defaultPreload: 'intent',
  ...PAGE_STATES,
  scrollRestoration: true,
  ...plainSearch,
})
