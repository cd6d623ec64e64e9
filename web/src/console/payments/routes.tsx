import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'

export const paymentRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/payments',
    component: lazyRouteComponent(async () => import('./list.tsx'), 'PaymentList'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payments/$paymentId',
    component: lazyRouteComponent(async () => import('./payment-page.tsx'), 'PaymentPage'),
  }),
]
