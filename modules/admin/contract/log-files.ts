import { content, endpoint, object, string } from '../../shared/contract.ts'

/** A file of warnings and errors. */
export interface ListedLogFile {
  name: string
  bytes: number
  at: string
}

/** `GET /api/admin/status` has the names; any other is a 404, and so is a file that does not exist yet. */
export const downloadLogFile = endpoint({
  method: 'GET',
  path: '/admin/log/:name',
  summary: 'Download a file of warnings and errors',
  access: 'admin',
  scope: 'account',
  params: object({ name: string({ maxLength: 60 }) }),
  response: { 200: content('text/plain', ['content-disposition']) },
  errors: [],
})
