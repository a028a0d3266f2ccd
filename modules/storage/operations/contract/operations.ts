import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'

export const operationKinds = ['copy', 'move', 'trash', 'restore', 'purge'] as const
export type OperationKind = (typeof operationKinds)[number]
export const operationStates = ['running', 'done', 'failed', 'cancelled'] as const
export type OperationState = (typeof operationStates)[number]

/** A deed over more items than one answer waits for; it goes on across restarts. */
export const Operation = object({
  id: uuid(),
  type: oneOf(['operation']),
  attributes: object({
    kind: oneOf(operationKinds),
    state: oneOf(operationStates),
    /** Items dealt with, of how many; `total` null: not counted yet. */
    done: integer(),
    total: nullable(integer()),
    /** Folder it goes to (copy, move); null: the root, or none. */
    to_id: nullable(uuid()),
    /** Stable code of why it failed, with a text `storage:error.{code}`. */
    error: nullable(string()),
    /** It can be stopped; what is done by then stays done, but a copy that is stopped leaves nothing. */
    cancellable: boolean(),
    /** `undo` takes it back. */
    undoable: boolean(),
    created_at: timestamp(),
  }),
})
export type Operation = Static<typeof Operation>

/** Realtime event: a large deed of the reader went on or ended. */
export const operationEvent = 'operation'
export type OperationEvent = Pick<Operation['attributes'], 'kind' | 'state' | 'done' | 'total'> & { id: string }

/** What a deed answers when it goes on behind the answer (202). */
export const Accepted = object({ data: Operation })

/** Those of the caller that run, and those that ended in the last minute. */
export const listOperations = endpoint({
  method: 'GET',
  path: '/api/operations',
  summary: 'List background operations',
  access: 'session',
  response: { 200: object({ data: array(object({ data: Operation })) }) },
  errors: [],
})

const params = object({ id: uuid() })

export const cancelOperation = endpoint({
  method: 'DELETE',
  path: '/api/operations/:id',
  summary: 'Cancel a background operation',
  access: 'session',
  params,
  response: { 200: Accepted },
  errors: ['storage.operation-not-found'],
})

/** Takes a move or a removal to the trash back, as an operation of its own. */
export const undoOperation = endpoint({
  method: 'POST',
  path: '/api/operations/:id/undo',
  summary: 'Undo an operation',
  access: 'session',
  params,
  response: { 202: Accepted },
  errors: ['storage.operation-not-found', 'storage.not-undoable', 'storage.item-not-found'],
})
