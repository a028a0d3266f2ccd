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
import { targetErrors } from '../../tree/contract.ts'
import { LeftOut } from './left-out.ts'

export const operationKinds = ['copy', 'move', 'trash', 'restore', 'purge', 'extract', 'import', 'rewind'] as const
export type OperationKind = (typeof operationKinds)[number]
const operationStates = ['running', 'done', 'failed', 'cancelled'] as const
export type OperationState = (typeof operationStates)[number]

/** Folders that were merged, files that were replaced or left where they are, and items whose name got a number. */
export const ConflictResult = object({
  merged: integer(),
  replaced: integer(),
  skipped: integer(),
  numbered: integer(),
})
export type ConflictResult = Static<typeof ConflictResult>

/**
 * Numbers of an import: new files and folders, files that were here already, and the links and favorites of the export that
 * are here now, new or not.
 */
export const Imported = object({
  files: integer(),
  folders: integer(),
  present: integer(),
  links: integer(),
  favorites: integer(),
})
export type Imported = Static<typeof Imported>

/** An action on more items than a call handles before its response. It continues after a restart of the server. */
export const Operation = object({
  id: uuid(),
  type: oneOf(['operation']),
  attributes: object({
    kind: oneOf(operationKinds),
    state: oneOf(operationStates),
    /** Processed items, and their total; `total` null: not counted yet. */
    done: integer(),
    total: nullable(integer()),
    /** Target folder of a copy or move, the new folder of an extraction; null: the root, none, or not created yet. */
    to_id: nullable(uuid()),
    /** Error code of a failed operation, with a text `storage:error.{code}`. */
    error: nullable(string()),
    /**
     * It can be stopped. Processed items stay so, but a stopped copy removes its copies, to the trash if others added to
     * them, and the folder of a stopped extraction goes to the trash, unless somebody has moved it. What a stopped import has brought stays.
     */
    cancellable: boolean(),
    /** `POST /api/operations/:id/undo` undoes it. */
    undoable: boolean(),
    /** How names that were taken were resolved; null while it runs. */
    result: nullable(ConflictResult),
    /** Entries of an archive that were not extracted, parts of an export that were not imported, or items that a restore to an earlier time left where they are, by reason. */
    left_out: array(LeftOut),
    /** Numbers of an import so far; null for other kinds. */
    imported: nullable(Imported),
    created_at: timestamp(),
  }),
})
export type Operation = Static<typeof Operation>

/** Realtime event: a background operation of the user made progress or ended. */
export const operationEvent = 'operation'
export type OperationEvent = Pick<Operation['attributes'], 'kind' | 'state' | 'done' | 'total'> & { id: string }

/** Response 202: the action continues as a background operation. */
export const Accepted = object({ data: Operation })

/** Running operations of the caller, failed ones and imports for a week or until they are dismissed, and others that ended within the last minute. */
export const listOperations = endpoint({
  method: 'GET',
  path: '/api/operations',
  summary: 'List background operations',
  access: 'session',
  response: { 200: object({ data: array(object({ data: Operation })) }) },
  errors: [],
})

const params = object({ id: uuid() })

/** An operation of the caller in any state, from the call that began it until seven days after its end. */
export const showOperation = endpoint({
  method: 'GET',
  path: '/api/operations/:id',
  summary: 'Read a background operation',
  access: 'session',
  params,
  response: { 200: Accepted },
  errors: ['storage.operation-not-found'],
})

/** Cancels a running operation. Dismisses a failed one, or an import that is done: it is not listed any more. */
export const cancelOperation = endpoint({
  method: 'DELETE',
  path: '/api/operations/:id',
  summary: 'Cancel a background operation, or dismiss a failed one',
  access: 'session',
  params,
  response: { 200: Accepted },
  errors: ['storage.operation-not-found'],
})

/** Undoes a move, copy, restore, extraction, removal to the trash or restore to an earlier time, by an operation of its own. */
export const undoOperation = endpoint({
  method: 'POST',
  path: '/api/operations/:id/undo',
  summary: 'Undo an operation',
  access: 'session',
  params,
  response: { 202: Accepted },
  errors: [
    'storage.operation-not-found',
    'storage.not-undoable',
    'storage.item-not-found',
    'storage.forbidden',
    'storage.move-into-itself',
    ...targetErrors,
  ],
})
