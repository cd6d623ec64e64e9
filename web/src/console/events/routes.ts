import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'

export const eventRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/events',
    component: lazyRouteComponent(() => import('./list.tsx'), 'EventList'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/events/$eventId',
    component: lazyRouteComponent(() => import('./event.tsx'), 'EventPage'),
  }),
]
