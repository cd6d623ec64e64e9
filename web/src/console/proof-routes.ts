import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root.tsx'

/** Who may sign in, and what proves that the platform does what it says. */
export const proofRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    component: lazyRouteComponent(() => import('./users/users.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    component: lazyRouteComponent(() => import('./audit/audit.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/integrity',
    component: lazyRouteComponent(() => import('./integrity/integrity.tsx'), 'IntegrityPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/system',
    component: lazyRouteComponent(() => import('./system/system.tsx'), 'SystemPage'),
  }),
]
