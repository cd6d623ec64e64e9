import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { queries } from '../session/queries.ts'
import { sessionQuery } from '../session/session.ts'
import { PAGE_STATES } from '../frame/lazy-page.tsx'
import { Failed } from '../components/states.tsx'
import { Directory } from './directory.tsx'
import { Enrol } from './enrol.tsx'
import { Invitation } from './invitation.tsx'
import { OwnAccount } from './own-account.tsx'
import { SharedTill } from './shared-till.tsx'
import { SignIn } from './sign-in.tsx'
import { Tills } from './tills.tsx'

const root = createRootRoute({
  errorComponent: ({ error, reset }) => <Failed error={error} onAgain={reset} />,
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  loader: () => queries.ensureQueryData(sessionQuery),
})

const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignIn })

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: Invitation,
})

const directory = createRoute({
  getParentRoute: () => root,
  path: '/directory',
  component: Directory,
})

const enrol = createRoute({ getParentRoute: () => root, path: '/enrol', component: Enrol })

const till = createRoute({ getParentRoute: () => root, path: '/till', component: SharedTill })

const own = createRoute({ getParentRoute: () => signedIn, path: '/', component: OwnAccount })

const tills = createRoute({ getParentRoute: () => signedIn, path: '/tills', component: Tills })

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    invitation,
    directory,
    enrol,
    till,
    signedIn.addChildren([own, tills]),
  ]),
  basepath: '/account',
  ...PAGE_STATES,
})
