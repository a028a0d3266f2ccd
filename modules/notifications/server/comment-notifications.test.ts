import t from 'tap'
import { type Actor, proveEmail, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { mailsTo } from '../../../tests/support/mail-folder.ts'
import { poll } from '../../../tests/support/poll.ts'
import { makeFolder, putFile } from '../../../tests/support/shares.ts'
import { testSocket } from '../../../tests/support/socket.ts'
import { setMembers, teamWith, uploadText } from '../../../tests/support/teams.ts'
import { type Notification, notificationEvent } from '../contract.ts'

const app = await testApp(t)
const { db, jobs } = app.coffer.platform

interface Listed {
  data: { data: Notification }[]
}
const write = async ({ client }: Actor, item: string, body = 'Well done') => {
  const { status } = await client.post(`/api/items/${item}/comments`, { body })
  if (status !== 201) throw new Error(`comment: ${status}`)
}
/** Notifications of comments, newest first. */
const toldTo = async ({ client }: Actor) =>
  (await client.get<Listed>('/api/notifications')).body.data
    .map(({ data }) => data.attributes)
    .filter(({ category }) => category === 'comment')
const textsOf = async (who: Actor) => (await toldTo(who)).map(({ title, description }) => `${title} ${description}`)

t.test('comments: the owner and earlier commenters who still have access are notified, the author never', async (t) => {
  const [owner, ann, bob, silent] = [
    await signUp(app),
    await signUp(app, { name: 'Ann' }),
    await signUp(app, { name: 'Bob' }),
    await signUp(app),
  ]
  const team = await teamWith(owner, [
    [ann, 'can_view'],
    [bob, 'can_edit'],
    [silent, 'can_edit'],
  ])
  const file = (await uploadText(owner, team.id, 'Plan.pdf')).body.data.id
  await write(ann, file, 'CANARY')
  t.match(await toldTo(owner), [
    {
      title: 'New comment on “Plan.pdf”',
      description: 'Ann wrote a comment.',
      action: {
        type: 'url',
        params: { url: `/platform/files/${team.id}?view=${file}#comments`, button: 'Show comments' },
      },
    },
  ])
  await write(bob, file)
  t.same(await textsOf(ann), ['New comment on “Plan.pdf” Bob wrote a comment.'])
  for (const who of [bob, silent]) t.same(await toldTo(who), [])
  await setMembers(owner, team.id, [
    { id: bob.id, permission: 'can_edit' },
    { id: silent.id, permission: 'can_edit' },
  ])
  await write(silent, file)
  t.equal((await toldTo(ann)).length, 1, 'a former member')
  t.equal((await toldTo(bob)).length, 1)
  await db.query(`update users set status = 'suspended' where id = $1`, [bob.id])
  await write(silent, file)
  t.same(
    await db.query(`select params->>'count' as count from notifications where user_id = $1 and category = 'comment'`, [
      bob.id,
    ]),
    [{ count: null }],
    'a suspended account',
  )
})

t.test('comments: several on one item are one notification while it is unread', async (t) => {
  const [owner, ann, bob] = [await signUp(app), await signUp(app, { name: 'Ann' }), await signUp(app, { name: 'Bob' })]
  const team = await teamWith(owner, [
    [ann, 'can_view'],
    [bob, 'can_view'],
  ])
  const [plan, list] = [
    (await uploadText(owner, team.id, 'Plan.pdf')).body.data.id,
    (await uploadText(owner, team.id, 'List.txt')).body.data.id,
  ]
  const socket = await testSocket(t, app, owner.client)
  await write(ann, plan)
  await socket.next(notificationEvent)
  await write(bob, plan)
  t.match(await socket.next(notificationEvent), { attributes: { title: 'New comments on “Plan.pdf”' } })
  await write(ann, list)
  await write(ann, plan)
  t.same(await textsOf(owner), [
    'New comments on “Plan.pdf” 3 new comments, the last one by Ann.',
    'New comment on “List.txt” Ann wrote a comment.',
  ])
  await owner.client.post('/api/notifications/read')
  await write(ann, plan)
  t.same(await textsOf(owner), [
    'New comment on “Plan.pdf” Ann wrote a comment.',
    'New comments on “Plan.pdf” 3 new comments, the last one by Ann.',
    'New comment on “List.txt” Ann wrote a comment.',
  ])
  t.same(await textsOf(bob), ['New comments on “Plan.pdf” 2 new comments, the last one by Ann.'])
})

t.test('comments: the link of a folder; turned off, and by mail', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app, { name: 'Ann' })]
  const team = await teamWith(owner, [[ann, 'can_view']])
  const setTo = (channel: string) => owner.client.patch('/api/notifications/settings', { category: 'comment', channel })
  await setTo('off')
  await write(ann, team.id)
  t.same(await toldTo(owner), [])
  await setTo('mail')
  await proveEmail(owner)
  await write(ann, team.id)
  t.match(await toldTo(owner), [{ action: { params: { url: `/platform/files/${team.id}#comments` } } }])
  await jobs.runNow('send-daily-digests')
  const about = async () =>
    (await mailsTo(app.dataDir, owner.email)).filter(({ subject }) => /New comment on/.test(subject))
  await poll(async () => (await about()).length === 1)
  t.match((await about())[0]?.text, /Ann wrote a comment\./)
  await setTo('off')
  await write(ann, team.id)
  t.same(await textsOf(owner), ['New comment on “Project” Ann wrote a comment.'], 'the earlier one stays')
  const own = await putFile(owner, 'own.txt', 'x', await makeFolder(owner, 'Own'))
  await write(owner, own.id)
  t.equal((await toldTo(owner)).length, 1, 'an own comment')
})
