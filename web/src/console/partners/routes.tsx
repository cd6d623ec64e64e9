import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'

const list = createRoute({
  getParentRoute: () => root,
  path: '/partners',
  component: lazyRouteComponent(async () => import('./list.tsx'), 'PartnerList'),
})

const page = createRoute({
  getParentRoute: () => root,
  path: '/partners/$partnerId',
  component: lazyRouteComponent(async () => import('./partner-page.tsx'), 'PartnerPage'),
})

const of = () => page

/** A partner's page has sections, each with an address of its own. */
export const partnerRoutes = [
  list,
  page.addChildren([
    createRoute({
      getParentRoute: of,
      path: '/',
      component: lazyRouteComponent(async () => import('./overview.tsx'), 'PartnerOverview'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/settings',
      component: lazyRouteComponent(async () => import('./settings.tsx'), 'PartnerSettings'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/secrets',
      component: lazyRouteComponent(async () => import('./secrets.tsx'), 'PartnerSecrets'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/qr',
      component: lazyRouteComponent(async () => import('./qr-codes.tsx'), 'PartnerQrCodes'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/events',
      component: lazyRouteComponent(async () => import('./events.tsx'), 'PartnerEvents'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/statements',
      component: lazyRouteComponent(async () => import('./statements.tsx'), 'PartnerStatements'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/fees',
      component: lazyRouteComponent(async () => import('./fees.tsx'), 'PartnerFees'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/account',
      component: lazyRouteComponent(async () => import('./account.tsx'), 'PartnerAccount'),
    }),
    createRoute({
      getParentRoute: of,
      path: '/health',
      component: lazyRouteComponent(async () => import('./health.tsx'), 'PartnerHealth'),
    }),
  ]),
]
