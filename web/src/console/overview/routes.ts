import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { prefetchFor } from '../../session/prefetch.ts'
import { queries } from '../../session/queries.ts'
import { root } from '../root.tsx'
import { overviewQuery } from './overview.ts'

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    loader: () => prefetchFor('payments.view', () => void queries.prefetchQuery(overviewQuery)),
    component: lazyPage(() => import('./page.tsx'), 'OverviewPage'),
  }),
]
