import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'

export const lostLockRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/lost-locks',
    component: lazyRouteComponent(async () => import('./list.tsx'), 'LostLocks'),
  }),
]
