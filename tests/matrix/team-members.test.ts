import t from 'tap'
import type { TeamPermission } from '../../modules/teams/contract.ts'
import type { Actor } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { acceptInvitation, createTeam, setMembers } from '../support/teams.ts'
import { accessCases } from './access-cases.ts'
import { type Belongings, belongingsOf, canary, newPerson } from './fixture.ts'
import { declaredRoutes } from './routes.ts'
import { sendAccessCase } from './send.ts'

type Role = TeamPermission | 'former' | 'invited'
const roles: readonly Role[] = ['can_edit', 'can_view', 'former', 'invited']

/** Statuses that a role gets for a route whose case concerns an item in the team folder. */
interface Expected {
  can_edit: number[]
  can_view: number[]
}

const read: Expected = { can_edit: [200], can_view: [200] }
const write = (...statuses: number[]): Expected => ({ can_edit: statuses, can_view: [403] })
/** Only the owner may; members see that they may not. */
const ownerOnly: Expected = { can_edit: [403], can_view: [403] }
/** Concerns things that members do not reach through the team folder. */
const hidden: Expected = { can_edit: [404], can_view: [404] }

/** A row for each route of the access matrix that takes an item in the folder, or the team folder itself. */
const expected: Record<string, Expected> = {
  'GET /api/browse/folders/:id': read,
  'GET /api/browse/subfolders/:id': read,
  'GET /api/browse/activity/:id': read,
  'GET /api/items/:id': read,
  'POST /api/create-folder': write(201),
  'PATCH /api/rename/:id': write(200),
  'POST /api/move': write(200),
  'POST /api/remove': write(200),
  'GET /api/items/:id/comments': read,
  'POST /api/items/:id/comments': { can_edit: [201], can_view: [201] },
  'PATCH /api/items/:id/comments/:comment': ownerOnly,
  'DELETE /api/items/:id/comments/:comment': ownerOnly,
  'POST /api/items/:id/comments/:comment/restore': hidden,
  'GET /api/items/:id/versions': read,
  'POST /api/items/:id/versions/:version/restore': write(200),
  'DELETE /api/items/:id/versions/:version': ownerOnly,
  'GET /file/:id/versions/:version': read,
  'POST /api/copy': write(201),
  'POST /api/extract': write(422),
  // An export arrives among one's own files.
  'POST /api/import': hidden,
  'GET /api/restore-points/:id': write(200),
  'GET /api/restore-points/:id/preview': write(200),
  'POST /api/restore-points/:id': write(202),
  'POST /api/trash/restore': hidden,
  'POST /api/favourites': hidden,
  'POST /api/items/size': read,
  'PATCH /api/views/:key': { can_edit: [204], can_view: [204] },
  'PUT /api/views/:key': { can_edit: [204], can_view: [204] },
  'POST /api/upload/chunks': write(201),
  'POST /api/upload': write(201),
  'POST /api/upload/bundle': { can_edit: [200], can_view: [200] },
  'POST /api/upload/conflicts': read,
  'GET /api/zip': read,
  'POST /api/zip': { can_edit: [201], can_view: [201] },
  'POST /api/upload/remote': write(201),
  'GET /file/:id': read,
  'GET /file/:id/:name': read,
  'POST /api/thumbnails': read,
  'GET /thumbnail/page/:page/:id': hidden,
  'GET /thumbnail/media/:id': hidden,
  'GET /thumbnail/media/:id/state': read,
  'GET /thumbnail/:size/:id': hidden,
  'POST /api/share': hidden,
  'GET /api/teams/folders/:id': read,
  'POST /api/teams/folders/:id/convert': hidden,
  'PATCH /api/teams/folders/:id': ownerOnly,
  'PUT /api/teams/folders/:id': ownerOnly,
  'DELETE /api/teams/folders/:id': ownerOnly,
  'DELETE /api/teams/folders/:id/leave': read,
  'GET /api/teams/folders/:id/members': read,
  'GET /api/teams/folders/:id/tree': read,
}

/** Routes on uploads and fetches of the caller, and on links of the owner: their ids are no items. */
const outsideTeams = [
  'GET /api/upload/chunks/:upload_id',
  'DELETE /api/upload/chunks/:upload_id',
  'GET /api/upload/remote/:batch',
  'DELETE /api/upload/remote/:batch',
  'DELETE /api/upload/remote/:batch/urls/:url',
  'POST /api/upload/remote/:batch/retry',
  'GET /api/items/:id/shares',
]

t.test('A05, A46: every route serves members within their permission, and hides the folder from others', async (t) => {
  const app = await testApp(t)
  const routes = declaredRoutes(app)
  const people = new Map<Role, Actor>()
  for (const role of roles) people.set(role, await newPerson(app))
  const actor = (role: Role) => people.get(role) as Actor

  /** A new owner whose folder with the items of the cases is in a team folder of all roles. */
  const newTeam = async (): Promise<Belongings> => {
    const owner = await newPerson(app)
    const has = await belongingsOf(app, owner)
    const team = await createTeam(
      owner,
      roles.map((role) => [actor(role), role === 'can_edit' ? role : 'can_view']),
    )
    for (const role of ['can_edit', 'can_view', 'former'] as const) await acceptInvitation(team, actor(role))
    await setMembers(owner, team.id, [
      { id: actor('can_edit').id, permission: 'can_edit' },
      { id: actor('can_view').id, permission: 'can_view' },
    ])
    const items = [has.folder, has.target].map((id) => ({ id, type: 'folder' }))
    await owner.client.post('/api/move', { items, to_id: team.id })
    return { ...has, team: team.id }
  }

  const shared = await newTeam()
  for (const route of routes) {
    const accessCase = accessCases[route]
    // Those of other kinds concern the caller's own data, links, or ids that only their maker has.
    if (!accessCase?.other || !expected[route]) continue
    const method = route.split(' ')[0] as string
    for (const role of roles) {
      const wanted =
        role === 'can_edit' || role === 'can_view'
          ? (expected[route] as Expected)[role]
          : route.includes('bundle')
            ? [200]
            : [404]
      // Cases that change nothing, or may change nothing, share one team.
      const mayChange = method !== 'GET' && wanted.some((status) => status < 300)
      const changes = mayChange && (role === 'can_edit' || route.endsWith('/leave'))
      const has = changes ? await newTeam() : shared
      const request = accessCase.request(has)
      const answer = await sendAccessCase(actor(role).client, method, request)
      t.ok(wanted.includes(answer.status), `${route}: ${role} got ${answer.status}, not ${wanted}`)
      if (wanted[0] !== 200 && wanted[0] !== 201)
        t.notOk(answer.whole.includes(canary), `${route}: nothing leaks to ${role}`)
    }
  }
  for (const route of Object.keys(expected)) t.ok(accessCases[route]?.other, `${route} has an access case`)
  const items =
    /^\/api\/(items|browse|upload|move|copy|extract|restore-points|remove|rename|create-folder|zip|thumbnails|teams)\b|^\/file\//
  const others = Object.entries(accessCases).filter(([route, { other }]) => other && !expected[route])
  t.same(
    others.map(([route]) => route).filter((route) => items.test(route.split(' ')[1] ?? '')),
    outsideTeams,
    'every route on items has a row',
  )
})
