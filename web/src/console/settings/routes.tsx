import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { root } from '../root.tsx'

export const settingRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: lazyPage(async () => import('./list.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/kinds',
    component: lazyPage(async () => import('./kinds.tsx'), 'KindsPage'),
  }),
]
