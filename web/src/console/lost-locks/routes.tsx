import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { root } from '../root.tsx'

export const lostLockRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/lost-locks',
    component: lazyPage(async () => import('./list.tsx'), 'LostLocks'),
  }),
]
