import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { root } from '../root.tsx'

export const eventRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/events',
    component: lazyPage(() => import('./list.tsx'), 'EventList'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/events/$eventId',
    component: lazyPage(() => import('./event.tsx'), 'EventPage'),
  }),
]
