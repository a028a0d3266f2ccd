import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFolder, makeShare } from '../../../../tests/support/shares.ts'
import { setMembers, teamWith, uploadText } from '../../../../tests/support/teams.ts'
import { type Comment, maxCommentLength } from '../contract.ts'
import { commentsPerPage, maxCommentsPerItem } from './limits.ts'

const app = await testApp(t)
const { db, jobs } = app.coffer.platform

interface Listed {
  data: { data: Comment }[]
  meta: { nextCursor: string | null }
}
interface Written {
  data: Comment
}
const read = ({ client }: Pick<Actor, 'client'>, item: string, cursor?: string) =>
  client.get<Listed>(`/api/items/${item}/comments${cursor ? `?cursor=${cursor}` : ''}`)
const bodiesOf = async (who: Actor, item: string) =>
  (await read(who, item)).body.data.map(({ data }) => data.attributes.body)
const write = ({ client }: Actor, item: string, body: string, id?: string) =>
  client.post<Written>(`/api/items/${item}/comments`, { body, ...(id && { id }) })
const written = async (who: Actor, item: string, body: string) => (await write(who, item, body)).body.data.id
const edit = ({ client }: Actor, item: string, comment: string, body: string) =>
  client.patch<Written>(`/api/items/${item}/comments/${comment}`, { body })
const remove = ({ client }: Actor, item: string, comment: string) =>
  client.delete(`/api/items/${item}/comments/${comment}`)
const restore = ({ client }: Actor, item: string, comment: string) =>
  client.post<Written>(`/api/items/${item}/comments/${comment}/restore`)
const ref = (id: string, type = 'file') => ({ id, type })

t.test(
  'comments: members of a team folder and its owner read and write them, by their permission on the comment',
  async (t) => {
    const [owner, viewer, editor] = [await signUp(app, { name: 'Olga Owner' }), await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [
      [viewer, 'can_view'],
      [editor, 'can_edit'],
    ])
    const file = (await uploadText(owner, team.id, 'plan.txt')).body.data.id
    const first = await write(owner, file, '  One\r\ntwo  ')
    t.match(first, {
      status: 201,
      body: {
        data: {
          type: 'comment',
          attributes: { body: 'One\ntwo', edited_at: null },
          relationships: { author: { data: { id: owner.id, attributes: { name: 'Olga Owner' } } } },
        },
      },
    })
    const ofViewer = await written(viewer, file, 'Seen')
    const ofEditor = await written(editor, file, 'Done')
    for (const who of [owner, viewer, editor]) t.same(await bodiesOf(who, file), ['One\ntwo', 'Seen', 'Done'])
    await written(viewer, team.id, 'On the folder')
    t.same(await bodiesOf(owner, team.id), ['On the folder'], 'of the folder itself')

    t.match(await edit(viewer, file, ofViewer, 'Seen twice'), {
      status: 200,
      body: { data: { attributes: { body: 'Seen twice' } } },
    })
    t.type((await edit(viewer, file, ofViewer, 'Seen twice')).body.data.attributes.edited_at, 'string')
    for (const who of [owner, editor])
      t.match(await edit(who, file, ofViewer, 'x'), { status: 403, body: { code: 'forbidden' } })
    t.match(await remove(editor, file, ofViewer), { status: 403, body: { code: 'forbidden' } })
    t.match(
      await edit(viewer, team.id, ofViewer, 'x'),
      { status: 404, body: { code: 'comment-not-found' } },
      'of another item',
    )
    t.equal((await remove(editor, file, ofEditor)).status, 204, 'the author')
    t.equal((await remove(owner, file, ofViewer)).status, 204, 'the owner')
    t.same(await bodiesOf(viewer, file), ['One\ntwo'])
    t.match(await remove(owner, file, ofViewer), { status: 404, body: { code: 'comment-not-found' } })
  },
)

t.test('comments: only who has deleted one restores it, within the hour', async (t) => {
  const [owner, viewer] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[viewer, 'can_view']])
  const [own, moderated] = [await written(viewer, team.id, 'own'), await written(viewer, team.id, 'moderated')]
  await remove(viewer, team.id, own)
  await remove(owner, team.id, moderated)
  t.equal((await restore(owner, team.id, own)).status, 404)
  t.equal((await restore(viewer, team.id, moderated)).status, 404)
  t.match(await restore(viewer, team.id, own), { status: 200, body: { data: { id: own } } })
  t.equal((await restore(viewer, team.id, own)).status, 404, 'it is not deleted')
  t.equal((await restore(owner, team.id, moderated)).status, 200)
  t.same(await bodiesOf(viewer, team.id), ['own', 'moderated'], 'at its place')
  await remove(owner, team.id, moderated)
  t.same(await jobs.runNow('purge-comments'), { removed: 0 })
  await db.query(`update item_comments set deleted_at = now() - interval '61 minutes' where id = $1`, [moderated])
  t.equal((await restore(owner, team.id, moderated)).status, 404)
  t.same(await jobs.runNow('purge-comments'), { removed: 1 })
})

t.test(
  'A01, A05: other accounts, former members, suspended accounts and visitors neither see nor write any',
  async (t) => {
    const [owner, member, other] = [await signUp(app), await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [[member, 'can_edit']])
    const file = (await uploadText(owner, team.id, 'plan.txt')).body.data.id
    const secret = 'CANARY of a comment'
    const comment = await written(member, file, secret)
    const hidden = { status: 404, body: { code: 'item-not-found' } }
    const rejected = async (who: Actor) => {
      t.match(await read(who, file), hidden)
      t.match(await write(who, file, 'x'), hidden)
      t.match(await edit(who, file, comment, 'x'), hidden)
      t.match(await remove(who, file, comment), hidden)
      t.match(await restore(who, file, comment), hidden)
    }
    await rejected(other)
    t.same((await read(other, file)).body, (await read(other, randomUUID())).body, 'as an unknown item')
    t.equal((await read({ client: anonymous(app) }, file)).status, 401)

    const share = await makeShare(owner, ref(team.id, 'folder'))
    const visitor = anonymous(app)
    for (const path of [`/api/sharing/${share.token}`, `/api/sharing/folders/all/${share.token}`]) {
      const answer = await visitor.fetch(path)
      t.equal(answer.status, 200, path)
      t.notMatch(await answer.text(), /CANARY|comments?"/i, path)
    }
    t.equal((await visitor.fetch(`/api/items/${file}/comments?share=${share.token}`)).status, 401)

    await setMembers(owner, team.id, [])
    await rejected(member)
    t.same(await bodiesOf(owner, file), [secret], 'what was written stays')
  },
)

t.test('comments: a permission that has ended since the call began, and a suspension, reject the change', async (t) => {
  const [owner, former, suspended] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [former, 'can_view'],
    [suspended, 'can_view'],
  ])
  for (const who of [former, suspended]) await written(who, team.id, 'x')
  // The process may have read the membership and the session a moment ago.
  await db.query('delete from team_members where user_id = $1', [former.id])
  t.match(await write(former, team.id, 'y'), { status: 404 })
  await db.query(`update users set status = 'suspended' where id = $1`, [suspended.id])
  const { status } = await write(suspended, team.id, 'y')
  t.ok([401, 403].includes(status), `${status}`)
  t.same(await bodiesOf(owner, team.id), ['x', 'x'])
})

t.test('comments: lengths, blank ones, and the maximum of an item', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Work')
  t.equal((await write(owner, folder, '😀'.repeat(maxCommentLength))).status, 201, 'characters, not UTF-16 units')
  t.match(await write(owner, folder, 'x'.repeat(maxCommentLength + 1)), {
    status: 422,
    body: { code: 'validation-failed' },
  })
  for (const blank of [' \n ', '\r\n'])
    t.match(await write(owner, folder, blank), {
      status: 422,
      body: { code: 'comment-empty', errors: { body: [/./] } },
    })
  t.equal((await write(owner, folder, 'a\0b')).status, 400)
  await db.query(
    `insert into item_comments (item_id, author_id, body) select $1, $2, 'x' from generate_series(2, $3::int)`,
    [folder, owner.id, maxCommentsPerItem],
  )
  t.match(await write(owner, folder, 'one more'), { status: 409, body: { code: 'too-many-comments' } })
  const last = (await read(owner, folder)).body.data.at(-1)?.data.id ?? ''
  await remove(owner, folder, last)
  t.equal((await write(owner, folder, 'one more')).status, 201)
  t.match(await restore(owner, folder, last), { status: 409, body: { code: 'too-many-comments' } })
})

t.test('comments: a call that is repeated with its id writes once; ids of others are unknown', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']])
  const id = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => write(owner, team.id, 'once', id)))
  t.same(
    answers.map(({ status, body }) => [status, body.data.id]),
    [1, 2, 3].map(() => [201, id]),
  )
  t.same(await bodiesOf(owner, team.id), ['once'])
  t.match(await write(member, team.id, 'taken', id), { status: 404, body: { code: 'comment-not-found' } })
  t.match(await write(owner, await makeFolder(owner, 'Other'), 'taken', id), { status: 404 })
  await remove(owner, team.id, id)
  t.match(await write(owner, team.id, 'again', id), { status: 404 }, 'a deleted one')
})

t.test('comments: pages lead back without gaps, also through comments of the same instant', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Long')
  const count = 2 * commentsPerPage + 5
  await db.query(
    `insert into item_comments (item_id, author_id, body, created_at)
     select $1, $2, n::text, now() - interval '1 day' + (n / 3) * interval '1 microsecond' from generate_series(1, $3::int) n`,
    [folder, owner.id, count],
  )
  let all: string[] = []
  let pages = 0
  for (let cursor: string | null | undefined; cursor !== null; pages++) {
    const { data, meta }: Listed = (await read(owner, folder, cursor)).body
    all = [...data.map(({ data }) => data.attributes.body), ...all]
    cursor = meta.nextCursor
  }
  t.equal(pages, 3)
  t.same(
    all.map((body) => Math.floor(Number(body) / 3)),
    Array.from({ length: count }, (_, n) => Math.floor((n + 1) / 3)),
  )
  t.equal(new Set(all).size, count)
  t.match(await read(owner, folder, 'x'), { status: 422, body: { code: 'invalid-cursor' } })
})

t.test('comments: a page reads an index, however many there are', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Many')
  await db.query(
    `insert into item_comments (item_id, author_id, body) select $1, $2, 'x' from generate_series(1, 5000)`,
    [folder, owner.id],
  )
  await db.query('analyze item_comments')
  const plan = await db.query<{ 'QUERY PLAN': string }>(
    `explain select * from item_comments where item_id = '${folder}' and deleted_at is null
     order by created_at desc, id desc limit 31`,
  )
  t.match(plan.map((row) => row['QUERY PLAN']).join('\n'), /Index Scan using item_comments_item_index/)
})
