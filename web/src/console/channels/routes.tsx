import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { root } from '../root.tsx'

export const channelRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/channels',
    component: lazyPage(async () => import('./list.tsx'), 'ChannelList'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/channels/$channelId',
    component: lazyPage(async () => import('./channel-page.tsx'), 'ChannelPage'),
  }),
]
