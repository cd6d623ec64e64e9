/** The operator API (D22): operators' own keys. */
import * as examples from './examples.ts'
import type { PlatformOperation } from './operation.ts'
import { onePage } from './shared-answers.ts'

const common = { tag: 'Operator API', access: 'operator' } as const

export const OPERATOR_KEY_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...common,
    method: 'post',
    path: '/operator/v1/operator-keys',
    operationId: 'createOperatorKey',
    summary: "Create an operator's key",
    description:
      'One for each person or program that works with this API: the audit log names it. The name ' +
      'must not be that of another key in use.',
    body: {
      schema: 'CreateOperatorKeyRequest',
      required: true,
      example: { name: examples.operatorKeyRecord.name },
    },
    success: {
      status: 201,
      description: 'The key, shown this once.',
      schema: 'CreatedOperatorKey',
      examples: { created: examples.createdOperatorKey },
    },
    errors: ['VALIDATION400'],
  },
  {
    ...common,
    method: 'get',
    path: '/operator/v1/operator-keys',
    operationId: 'listOperatorKeys',
    summary: "List operators' keys",
    description:
      'In the order of their ids, withdrawn ones too. `environment` is that of WASL_OPERATOR_KEY, ' +
      '`first` the one that the first start made and printed.',
    parameters: ['Limit', 'Cursor'],
    success: {
      ...onePage('OperatorKeyList', examples.operatorKeyRecord),
      description: 'One page, without the keys themselves.',
    },
    errors: ['VALIDATION400'],
  },
  {
    ...common,
    method: 'post',
    path: '/operator/v1/operator-keys/{operatorKeyId}/withdraw',
    operationId: 'withdrawOperatorKey',
    summary: "Withdraw an operator's key",
    description:
      'For good, in every process at once, also when a process is started with it in ' +
      'WASL_OPERATOR_KEY. Never the key that the request shows. A repeated withdrawal is answered ' +
      'as the first was. No body is read.',
    parameters: ['OperatorKeyId'],
    success: {
      status: 200,
      description: 'The key is withdrawn.',
      schema: 'OperatorKeyRecord',
      examples: { withdrawn: examples.withdrawnOperatorKey },
    },
    errors: ['OPERATOR_KEY404_NOT_FOUND', 'OPERATOR_KEY409_OWN'],
  },
]
