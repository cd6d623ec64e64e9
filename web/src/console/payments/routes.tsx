import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { root } from '../root.tsx'

export const paymentRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/payments',
    component: lazyPage(async () => import('./list.tsx'), 'PaymentList'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payments/$paymentId',
    component: lazyPage(async () => import('./payment-page.tsx'), 'PaymentPage'),
  }),
]
