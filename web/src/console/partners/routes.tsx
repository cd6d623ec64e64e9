import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { root } from '../root.tsx'

const list = createRoute({
  getParentRoute: () => root,
  path: '/partners',
  component: lazyPage(async () => import('./list.tsx'), 'PartnerList'),
})

const page = createRoute({
  getParentRoute: () => root,
  path: '/partners/$partnerId',
  component: lazyPage(async () => import('./partner-page.tsx'), 'PartnerPage'),
})

const of = () => page

/** A partner's page has sections, each with an address of its own. */
export const partnerRoutes = [
  list,
  page.addChildren([
    createRoute({
      getParentRoute: of,
      path: '/',
      component: lazyPage(async () => import('./overview.tsx'), 'PartnerOverview'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/settings',
      component: lazyPage(async () => import('./settings.tsx'), 'PartnerSettings'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/secrets',
      component: lazyPage(async () => import('./secrets.tsx'), 'PartnerSecrets'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/qr',
      component: lazyPage(async () => import('./qr-codes.tsx'), 'PartnerQrCodes'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/events',
      component: lazyPage(async () => import('./events.tsx'), 'PartnerEvents'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/statements',
      component: lazyPage(async () => import('./statements.tsx'), 'PartnerStatements'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/fees',
      component: lazyPage(async () => import('./fees.tsx'), 'PartnerFees'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/account',
      component: lazyPage(async () => import('./account.tsx'), 'PartnerAccount'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/health',
      component: lazyPage(async () => import('./health.tsx'), 'PartnerHealth'),
    }),
  ]),
]
