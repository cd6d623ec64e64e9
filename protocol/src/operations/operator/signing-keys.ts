/** The keys that sign receipts and statements, in the operator API (W121). */
import type { OperationTable } from '../../operation.ts'
import {
  kidSchema,
  publishedKey,
  revokeSigningKeyRequest,
  rotateSigningKeyRequest,
  signingKeyList,
} from '../../signing-keys.ts'
import * as examples from '../examples/signing-keys.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

export const OPERATOR_SIGNING_KEYS = {
  listSigningKeys: {
    ...common,
    method: 'GET',
    path: '/operator/v1/signing-keys',
    permission: 'audit.view',
    summary: 'List signing keys',
    description:
      'Every key that was ever used, oldest first, as /.well-known/wasl-keys publishes them. ' +
      'The first key of each purpose is made at the first start.',
    answer: {
      description: 'All keys, without their private parts.',
      schema: signingKeyList,
      examples: { keys: { items: [examples.publishedKey] } },
    },
  },
  rotateSigningKey: {
    ...common,
    method: 'POST',
    path: '/operator/v1/signing-keys/rotate',
    permission: 'partners.secrets',
    stepUp: true,
    summary: 'Rotate a signing key',
    description:
      'Publishes the next key. It signs from validFrom, which is overlapSeconds from now; until ' +
      'then the previous key signs. What the previous key signed stays valid.',
    body: {
      schema: rotateSigningKeyRequest,
      example: { purpose: 'receipt', overlapSeconds: 86_400 },
    },
    answer: {
      description: 'The next key.',
      schema: publishedKey,
      examples: { next: examples.publishedKey },
    },
    errors: ['SIGNING_KEY409_ROTATION_PENDING'],
  },
  revokeSigningKey: {
    ...common,
    method: 'POST',
    path: '/operator/v1/signing-keys/{kid}/revoke',
    permission: 'partners.secrets',
    stepUp: true,
    summary: 'Revoke a signing key',
    description:
      'For a key whose private part somebody else may have. Nothing that it signed is valid any ' +
      'more, and its private part is deleted. Receipts can be printed again: the next key signs ' +
      'them. A repetition gets the first answer.',
    params: { kid: kidSchema },
    malformedParams: 'unknown',
    body: {
      schema: revokeSigningKeyRequest,
      example: { reason: 'A backup with the key was lost.' },
    },
    answer: {
      description: 'The revoked key.',
      schema: publishedKey,
      examples: { revoked: examples.revokedKey },
    },
    errors: ['SIGNING_KEY404_NOT_FOUND'],
  },
} as const satisfies OperationTable
