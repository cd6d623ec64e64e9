/** Operators' own keys (D22, W27). */
import { operatorKeyIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import {
  createdOperatorKey,
  createOperatorKeyRequest,
  operatorKeyRecord,
} from '../../operator-api.ts'
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
    summary: "Create an operator's key",
    description:
      'One for each person or program that works with this API: the audit log names it. The name ' +
      'must not be that of another key in use.',
    body: { schema: createOperatorKeyRequest, example: { name: examples.operatorKeyRecord.name } },
    answer: {
      status: 201,
      description: 'The key, shown this once.',
      schema: createdOperatorKey,
      examples: { created: examples.createdOperatorKey },
    },
  },
  listOperatorKeys: {
    ...common,
    method: 'GET',
    path: '/operator/v1/operator-keys',
    summary: "List operators' keys",
    description:
      'In the order of their ids, revoked ones too. `environment` is that of WASL_OPERATOR_KEY, ' +
      '`first` the one that the first start made and printed.',
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
    summary: "Revoke an operator's key",
    description:
      'For good, in every process at once, also when a process is started with it in ' +
      'WASL_OPERATOR_KEY. Never the key that the request shows. A repeated revocation is answered ' +
      'as the first was. No body is read.',
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
