import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'

export const channelRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/channels',
    component: lazyRouteComponent(async () => import('./list.tsx'), 'ChannelList'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/channels/$channelId',
    component: lazyRouteComponent(async () => import('./channel-page.tsx'), 'ChannelPage'),
  }),
]
