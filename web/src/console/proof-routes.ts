import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../frame/lazy-page.tsx'
import { root } from './root.tsx'

/** Who may sign in, and what proves that the platform does what it says. */
export const proofRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    component: lazyPage(() => import('./users/users.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users/directory',
    component: lazyPage(() => import('./users/directory-page.tsx'), 'DirectoryPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    component: lazyPage(() => import('./audit/audit.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access',
    component: lazyPage(() => import('./access/access.tsx'), 'AccessPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/integrity',
    component: lazyPage(() => import('./integrity/integrity.tsx'), 'IntegrityPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/service-levels',
    component: lazyPage(() => import('./service-levels/page.tsx'), 'ServiceLevelsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/system',
    component: lazyPage(() => import('./system/system.tsx'), 'SystemPage'),
  }),
]
