import type { FastifyInstance, FastifyReply } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { requestScope } from '../../tree/index.ts'
import { cancelOperation, listOperations, showOperation, undoOperation } from '../contract.ts'
import { presentOperation } from './operation.resource.ts'
import type { OperationRow } from './operation.row.ts'
import type { Operations } from './operations.ts'

/** Response 202 with the background operation. */
export const acceptedResponse = (reply: FastifyReply, row: OperationRow, path = `/api/operations/${row.id}`) => {
  reply.status(202).header('location', path)
  return { data: presentOperation(row) }
}

export const operationRoutes = (app: FastifyInstance, operations: Operations): void => {
  serve(app, listOperations, async (_call, request) => ({
    data: (await operations.list(requestScope(request))).map((row) => ({ data: presentOperation(row) })),
  }))
  serve(app, showOperation, async ({ params }, request) => ({
    data: presentOperation(await operations.find(requestScope(request), params.id)),
  }))
  serve(app, cancelOperation, async ({ params }, request) => ({
    data: presentOperation(await operations.cancel(requestScope(request), params.id)),
  }))
  serve(app, undoOperation, async ({ params }, request, reply) =>
    acceptedResponse(reply, await operations.undo(requestScope(request), params.id)),
  )
}
