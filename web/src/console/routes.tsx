import { createRouter } from '@tanstack/react-router'
import { PAGE_STATES } from '../frame/lazy-page.tsx'
import { plainSearch } from '../lists/search-params.ts'
import { deskRoutes } from './desk-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { financeRoutes } from './finance-routes.tsx'
import { overviewRoutes } from './overview/routes.ts'
import { proofRoutes } from './proof-routes.ts'
import { root } from './root.tsx'

/** Each area of the console has its own file of routes; a page is loaded when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...overviewRoutes,
    ...deskRoutes,
    ...financeRoutes,
    ...eventRoutes,
    ...proofRoutes,
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  ...PAGE_STATES,
  scrollRestoration: true,
  ...plainSearch,
})
