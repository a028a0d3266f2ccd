import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { linkCalls } from './link-calls.ts'
import { linkCases } from './link-cases.ts'

const app = await testApp(t)
const { db } = app.coffer.platform
const { routes, linked, send } = linkCalls(app)

/** Options of links: each permission with downloads on and off. */
const links = {
  visitor: { permission: 'visitor' },
  'visitor, downloads off': { permission: 'visitor', download: false },
  editor: { permission: 'editor' },
  'editor, downloads off': { permission: 'editor', download: false },
}

/** Ability → which of the links above allow it, in their order. */
const abilities = {
  view: '+ + + +',
  download: '+ - + -',
  play: '- + - +',
  edit: '- - + +',
}

/** A row per route of links; one without a row fails. */
const table: Record<string, keyof typeof abilities> = {
  'GET /file/:id': 'download',
  'GET /file/:id/:name': 'download',
  'GET /thumbnail/page/:page/:id': 'view',
  'GET /thumbnail/media/:id': 'view',
  'GET /thumbnail/media/:id/state': 'play',
  'GET /thumbnail/:size/:id': 'view',
  'GET /api/sharing/:token': 'view',
  'POST /api/sharing/authenticate/:token': 'view',
  'POST /api/sharing/code/:token': 'view',
  'GET /share/:token/direct': 'view',
  'GET /share/:token/card.png': 'view',
  'POST /share/:token/authenticate': 'view',
  'GET /api/sharing/folders/:id/:token': 'view',
  'GET /api/sharing/preview/:id/:token': 'view',
  'GET /api/sharing/navigation/:token': 'view',
  'GET /api/sharing/subfolders/:id/:token': 'view',
  'GET /api/sharing/file/:token': 'view',
  'POST /api/sharing/create-folder/:token': 'edit',
  'PATCH /api/sharing/rename/:id/:token': 'edit',
  'POST /api/sharing/move/:token': 'edit',
  'POST /api/sharing/remove/:token': 'edit',
  // Authorized by the undo token, which is unknown here.
  'POST /api/sharing/undo/:token': 'view',
  'GET /api/sharing/operations/:id/:token': 'view',
  'POST /api/sharing/operations/:id/undo/:token': 'edit',
  'POST /api/sharing/upload/chunks/:token': 'edit',
  'POST /api/sharing/upload/:token': 'edit',
  // Looked up by the visitor's key: the upload is unknown here.
  'GET /api/sharing/upload/chunks/:upload_id/:token': 'view',
  'DELETE /api/sharing/upload/chunks/:upload_id/:token': 'view',
  'POST /api/sharing/upload/conflicts/:token': 'edit',
  'POST /api/sharing/upload/remote/:token': 'edit',
  'GET /api/sharing/upload/remote/:token': 'view',
  'DELETE /api/sharing/upload/remote/:batch/:token': 'view',
  'DELETE /api/sharing/upload/remote/:batch/urls/:url/:token': 'view',
  'POST /api/sharing/upload/remote/:batch/retry/:token': 'edit',
  'GET /api/sharing/zip/:token': 'download',
  'POST /api/sharing/zip/:token': 'download',
  'GET /api/sharing/search/:token': 'view',
  'POST /share/:token/report': 'view',
}

t.test('every route of links has a row', async (t) => {
  t.strictSame(Object.keys(table).sort(), [...routes].sort())
})

for (const [at, [name, options]] of Object.entries(links).entries())
  t.test(`abilities of a link: ${name}`, async (t) => {
    const owner = await signUp(app)
    for (const route of routes) {
      await db.query('delete from rate_limits')
      const { status } = await send(anonymous(app), route, await linked(owner, options))
      const ability = table[route] ?? 'view'
      const allowed = abilities[ability].split(' ')[at] === '+'
      const rejected = ability === 'play' ? 404 : 403

      t.strictSame({ route, status }, { route, status: allowed ? linkCases[route]?.open[0] : rejected })
    }
  })
