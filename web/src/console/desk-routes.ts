/** The areas of the support desk: what callers ask about. */
import { channelRoutes } from './channels/routes.tsx'
import { followUpRoutes } from './follow-ups/routes.tsx'
import { lostLockRoutes } from './lost-locks/routes.tsx'
import { partnerRoutes } from './partners/routes.tsx'
import { paymentRoutes } from './payments/routes.tsx'
import { settingRoutes } from './settings/routes.tsx'

export const deskRoutes = [
  ...paymentRoutes,
  ...followUpRoutes,
  ...lostLockRoutes,
  ...partnerRoutes,
  ...channelRoutes,
  ...settingRoutes,
]
