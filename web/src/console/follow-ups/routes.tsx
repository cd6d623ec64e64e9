import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { root } from '../root.tsx'

export const followUpRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/follow-ups',
    component: lazyPage(() => import('./list.tsx'), 'FollowUpsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/follow-ups/$followUpId',
    component: lazyPage(() => import('./page.tsx'), 'FollowUpPage'),
  }),
]
