import { type AccessCase, belonging } from './access-case.ts'

/** Routes of what belongs to an item: comments, versions and earlier states. */
export const itemCases: Record<string, AccessCase> = {
  'GET /api/items/:id/comments': belonging((has) => ({ path: `/api/items/${has.file}/comments` })),
  'POST /api/items/:id/comments': belonging(
    (has) => ({ path: `/api/items/${has.file}/comments`, body: { body: 'Fine' } }),
    [201],
  ),
  'PATCH /api/items/:id/comments/:comment': belonging((has) => ({
    path: `/api/items/${has.file}/comments/${has.comment}`,
    body: { body: 'Fine' },
  })),
  'DELETE /api/items/:id/comments/:comment': belonging(
    (has) => ({ path: `/api/items/${has.file}/comments/${has.comment}` }),
    [204],
  ),
  'POST /api/items/:id/comments/:comment/restore': belonging((has) => ({
    path: `/api/items/${has.file}/comments/${has.deletedComment}/restore`,
  })),
  'GET /api/items/:id/versions': belonging((has) => ({ path: `/api/items/${has.file}/versions` })),
  'POST /api/items/:id/versions/:version/restore': belonging((has) => ({
    path: `/api/items/${has.file}/versions/${has.version}/restore`,
  })),
  'DELETE /api/items/:id/versions/:version': belonging(
    (has) => ({ path: `/api/items/${has.file}/versions/${has.version}` }),
    [204],
  ),
  'GET /file/:id/versions/:version': belonging((has) => ({ path: `/file/${has.file}/versions/${has.version}` })),
  'GET /api/restore-points/:id': belonging((has) => ({ path: `/api/restore-points/${has.folder}` })),
  'GET /api/restore-points/:id/preview': belonging((has) => ({
    path: `/api/restore-points/${has.folder}/preview?at=${new Date().toISOString()}`,
  })),
  'POST /api/restore-points/:id': belonging(
    (has) => ({ path: `/api/restore-points/${has.folder}`, body: { at: new Date().toISOString() } }),
    [202],
  ),
}
