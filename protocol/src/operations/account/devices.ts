/** Tills that several agents share: enrolled devices and PINs (D29). */
import {
  choosePinRequest,
  deviceList,
  deviceRecord,
  enrolByLinkRequest,
  enrolDeviceRequest,
  pinCode,
  pinHolder,
  pinHolderList,
  signInByPinRequest,
  thisDevice,
} from '../../credentials.ts'
import { agentIdSchema, deviceIdSchema } from '../../ids.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/credentials.ts'
import { INVITATION_TOKEN } from '../examples/people.ts'
import { OF_ANYONE, SIGNED_IN } from './sign-in.ts'

const person = { caller: 'person', tag: 'Account API: shared tills' } as const

const anyone = { caller: 'anyone', tag: 'Account API: shared tills' } as const

const DEVICE = {
  description: 'The device.',
  schema: deviceRecord,
  examples: { device: examples.deviceRecord },
} as const

const PIN_ERRORS = [
  'DEVICE401_UNAUTHORIZED',
  'PIN401_UNAUTHORIZED',
  'PIN403_LOCKED',
  'PIN429_TOO_SOON',
  'PIN429_TOO_MANY_GUESSES',
  ...OF_ANYONE,
] as const

export const ACCOUNT_PINS = {
  enrolByLink: {
    ...anyone,
    method: 'POST',
    path: '/account/v1/devices/enrol',
    summary: 'Enrol this device by a link',
    description: 'Uses up a link that the operator made. The answer sets the cookie of the device.',
    body: { schema: enrolByLinkRequest, example: { token: INVITATION_TOKEN } },
    answer: { ...DEVICE, status: 201 },
    errors: ['INVITATION404_NOT_FOUND', 'DEVICE409_TOO_MANY', ...OF_ANYONE],
  },
  readThisDevice: {
    ...anyone,
    method: 'GET',
    path: '/account/v1/device',
    summary: 'Read who may sign in on this device',
    description: 'The cookie of the enrolment says which device it is.',
    answer: {
      description: 'The device and the agents of its channel.',
      schema: thisDevice,
      examples: { device: examples.thisDevice },
    },
    errors: ['DEVICE401_UNAUTHORIZED', ...OF_ANYONE],
  },
  signInByPin: {
    ...anyone,
    method: 'POST',
    path: '/account/v1/sign-in/pin',
    summary: 'Sign in with a PIN',
    description:
      'Only on an enrolled device. Five wrong PINs lock it on this device until a supervisor ' +
      'unlocks it. An agent has 10 wrong PINs in 15 minutes and 20 in a day on all devices ' +
      'together.',
    body: { schema: signInByPinRequest, example: { agentId: 'agt_12', pin: '8264' } },
    answer: SIGNED_IN,
    errors: PIN_ERRORS,
  },
  choosePin: {
    ...anyone,
    method: 'POST',
    path: '/account/v1/device/pin',
    summary: 'Choose a PIN',
    description: 'Needs the one-time code of a supervisor. It also signs the agent in.',
    body: {
      schema: choosePinRequest,
      example: { agentId: 'agt_12', code: '40719283', pin: '8264' },
    },
    answer: SIGNED_IN,
    errors: [...PIN_ERRORS, 'PIN422_WEAK'],
  },
} as const satisfies OperationTable

export const ACCOUNT_DEVICES = {
  enrolDevice: {
    ...person,
    method: 'POST',
    path: '/account/v1/devices',
    stepUp: true,
    summary: 'Enrol this device',
    description:
      'For a supervisor or the manager of a channel. The answer sets a separate cookie, which ' +
      'stays when the supervisor signs out. A channel has at most 20 devices plus two for each ' +
      'active agent.',
    body: { schema: enrolDeviceRequest, example: { name: 'Counter 2' } },
    answer: { ...DEVICE, status: 201 },
    errors: ['DEVICE403_SUPERVISORS_ONLY', 'DEVICE409_TOO_MANY'],
  },
  listDevices: {
    ...person,
    method: 'GET',
    path: '/account/v1/devices',
    summary: 'List the devices of your channel',
    description: 'For a supervisor or the manager of a channel.',
    answer: {
      description: 'The devices; revoked ones last.',
      schema: deviceList,
      examples: { one: { items: [examples.deviceRecord] } },
    },
    errors: ['DEVICE403_SUPERVISORS_ONLY'],
  },
  revokeDevice: {
    ...person,
    method: 'POST',
    path: '/account/v1/devices/{deviceId}/revoke',
    summary: 'Revoke a device',
    description: 'Sessions that began with a PIN on it end at once. Send no body.',
    params: { deviceId: deviceIdSchema },
    malformedParams: 'unknown',
    answer: DEVICE,
    errors: ['DEVICE403_SUPERVISORS_ONLY', 'DEVICE404_NOT_FOUND'],
  },
  listPins: {
    ...person,
    method: 'GET',
    path: '/account/v1/pins',
    summary: 'List the agents of your channel and their PINs',
    description: 'For a supervisor or the manager of a channel.',
    answer: {
      description: 'The active agents.',
      schema: pinHolderList,
      examples: { one: { items: [examples.pinHolder] } },
    },
    errors: ['DEVICE403_SUPERVISORS_ONLY'],
  },
  makePinCode: {
    ...person,
    method: 'POST',
    path: '/account/v1/pins/{agentId}/code',
    stepUp: true,
    summary: 'Make a one-time code for a PIN',
    description:
      'The agent chooses a PIN with it on an enrolled device, within 12 hours. It also unlocks ' +
      'the agent. An earlier code is void. Send no body.',
    params: { agentId: agentIdSchema },
    malformedParams: 'unknown',
    answer: {
      description: 'The code.',
      schema: pinCode,
      examples: { code: examples.pinCode },
    },
    errors: ['AGENT404_NOT_FOUND', 'DEVICE403_SUPERVISORS_ONLY'],
  },
  unlockPin: {
    ...person,
    method: 'POST',
    path: '/account/v1/pins/{agentId}/unlock',
    summary: 'Unlock a PIN',
    description: 'On every device of the channel. Send no body.',
    params: { agentId: agentIdSchema },
    malformedParams: 'unknown',
    answer: {
      description: 'The agent.',
      schema: pinHolder,
      examples: { agent: examples.pinHolder },
    },
    errors: ['AGENT404_NOT_FOUND', 'DEVICE403_SUPERVISORS_ONLY'],
  },
} as const satisfies OperationTable
