/** Operator keys (D22, W27). */
import { operatorKeyIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import {
  createdOperatorKey,
  createOperatorKeyRequest,
  operatorKeyRecord,
} from '../../operator-keys.ts'
import * as examples from '../examples/operator-keys.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const operatorKeyList = listOf(operatorKeyRecord)

named({ OperatorKeyList: operatorKeyList })

export const OPERATOR_KEYS = {
  createOperatorKey: {
    ...common,
    method: 'POST',
    path: '/operator/v1/operator-keys',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Create an operator key',
    description:
      'Create one key for each person or program: the audit log shows its name. The name must differ ' +
      'from those of the other valid keys.',
    body: { schema: createOperatorKeyRequest, example: { name: examples.operatorKeyRecord.name } },
    answer: {
      status: 201,
      description: 'The key, shown only here.',
      schema: createdOperatorKey,
      examples: { created: examples.createdOperatorKey },
    },
  },
  listOperatorKeys: {
    ...common,
    method: 'GET',
    path: '/operator/v1/operator-keys',
    permission: 'audit.view',
    summary: 'List operator keys',
    description:
      'Ordered by id, including revoked keys. `environment` is the key of WASL_OPERATOR_KEY, `first` ' +
      'the key that the first start created and printed.',
    query: listQuery,
    answer: {
      ...onePage(operatorKeyList, examples.operatorKeyRecord),
      description: 'One page, without the keys themselves.',
    },
  },
  revokeOperatorKey: {
    ...common,
    method: 'POST',
    path: '/operator/v1/operator-keys/{operatorKeyId}/revoke',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Revoke an operator key',
    description:
      'For ever and in every process at once, even if a process starts with the key in ' +
      'WASL_OPERATOR_KEY. A request cannot revoke the key that it was sent with. A repetition gets the first ' +
      'answer. Send no body.',
    params: { operatorKeyId: operatorKeyIdSchema },
    malformedParams: 'unknown',
    answer: {
      description: 'The key is revoked.',
      schema: operatorKeyRecord,
      examples: { revoked: examples.revokedOperatorKey },
    },
    errors: ['OPERATOR_KEY404_NOT_FOUND', 'OPERATOR_KEY409_OWN'],
  },
} as const satisfies OperationTable
