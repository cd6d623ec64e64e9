import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { addTables, ANYONE } from '../server/routes.ts'
import { directorySignIn } from './directory.ts'
import { invitations } from './invitations.ts'
import { pins } from './pins.ts'
import { signIn } from './sign-in.ts'
import type { SignInDeps } from './signing-in.ts'

/** Signing in, which anyone may try from a page of this platform. */
export const signInApi = (app: FastifyInstance, deps: SignInDeps): void =>
  addTables(
    app,
    OPERATIONS.signIn,
    {
      signIn: signIn(deps),
      directory: directorySignIn(deps),
      invitations: invitations(deps),
      pins: pins(deps),
    },
    ANYONE,
  )
