import { content, endpoint, object, string } from '../../shared/contract.ts'

/** A file of warnings and errors. */
export interface ListedLogFile {
  name: string
  bytes: number
  at: string
}

/** The names are those of `GET /api/admin/status`; 404 for any other, and where there is no such file yet. */
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
