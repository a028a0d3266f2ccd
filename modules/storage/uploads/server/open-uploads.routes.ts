import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { requestScope } from '../../tree/index.ts'
import { endOpenUpload, listOpenUploads, type OpenUpload } from '../contract.ts'
import type { OpenUploadRow, OpenUploads } from './open-uploads.ts'

const presentOpenUpload = (row: OpenUploadRow): OpenUpload => ({
  id: row.id,
  type: 'upload',
  attributes: {
    name: row.name,
    received: row.received_bytes,
    total_size: row.total_size,
    reserved: row.reserved_bytes,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    source: row.source,
  },
})

export const registerOpenUploads = (app: FastifyInstance, openUploads: OpenUploads): void => {
  serve(app, listOpenUploads, async (_call, request) => ({
    data: (await openUploads.list(requestScope(request))).map((row) => ({ data: presentOpenUpload(row) })),
  }))
  serve(app, endOpenUpload, async ({ params }, request) => {
    await openUploads.end(requestScope(request), params.id)
  })
}
