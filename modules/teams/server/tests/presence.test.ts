import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder } from '../../../../tests/support/shares.ts'
import { type TestSocket, testSocket } from '../../../../tests/support/socket.ts'
import { setMembers, teamWith } from '../../../../tests/support/teams.ts'
import type { FolderPresence } from '../../contract.ts'

const first = await testApp(t)
const second = await testApp(t, { db: first.db, dataDir: first.dataDir })
const { db } = first.coffer.platform

const show = (socket: TestSocket, folder: string | null) =>
  socket.send(JSON.stringify({ event: 'presence', data: { folder_id: folder } }))
const open = async (who: Actor, folder: string, app = first) => {
  const socket = await testSocket(t, app, who.client)
  show(socket, folder)
  return socket
}
/** Waits for a message by which these people, in any order, are in the folder. */
const sees = async (socket: TestSocket, ...people: Actor[]): Promise<FolderPresence> => {
  for (;;) {
    const message = await socket.next<FolderPresence>('folder-presence')
    const ids = message.people.map(({ id }) => id).sort()
    if (JSON.stringify(ids) === JSON.stringify(people.map(({ id }) => id).sort())) return message
  }
}

t.test('presence: people of a team folder see each other, in every process; a closed tab leaves', async (t) => {
  const [owner, member, other] = [await signUp(first), await signUp(first), await signUp(first)]
  const team = await teamWith(owner, [[member, 'can_view']])
  const own = await open(owner, team.id)
  await sees(own, owner)
  const theirs = await open(member, team.id, second)
  t.match(await sees(own, owner, member), { folder_id: team.id, total: 2 })
  await sees(theirs, owner, member)
  const again = await open(member, team.id)
  const outside = await open(other, team.id)
  await setTimeout(1_500)
  t.equal(outside.count('folder-presence'), 0, 'not for others')
  t.equal((await db.query('select 1 from folder_presence where user_id = $1', [other.id])).length, 0)
  again.send('not json')
  show(again, null)
  show(theirs, null)
  await sees(own, owner)
})

t.test('presence: a removed member is gone at once, in another process too', async (t) => {
  const [owner, member, staying] = [await signUp(first), await signUp(first), await signUp(first)]
  const team = await teamWith(owner, [
    [member, 'can_edit'],
    [staying, 'can_edit'],
  ])
  const inner = await makeFolder(owner, 'Inner', team.id)
  const own = await open(owner, inner)
  const theirs = await open(member, inner, second)
  await sees(own, owner, member)
  await sees(theirs, owner, member)
  await setMembers(owner, team.id, [{ id: staying.id, permission: 'can_edit' }])
  await sees(own, owner)
  await open(staying, inner)
  await sees(own, owner, staying)
  const [last] = await db.query<{ n: number }>('select count(*)::int as n from folder_presence where folder_id = $1', [
    inner,
  ])
  t.equal(last?.n, 2)
  t.equal(theirs.open, true)
  const before = theirs.count('folder-presence')
  await open(staying, inner, second)
  show(theirs, inner)
  await setTimeout(1_500)
  t.equal(theirs.count('folder-presence'), before, 'hears nothing any more, and cannot enter again')
})

t.test('presence: people of a killed process expire', async () => {
  const [owner, member] = [await signUp(first), await signUp(first)]
  const team = await teamWith(owner, [[member, 'can_edit']])
  const own = await open(owner, team.id)
  await sees(own, owner)
  await db.query(
    `with dead as (insert into presence_processes (id, seen_at) values (gen_random_uuid(), now() - interval '14 seconds')
       returning id)
     insert into folder_presence (socket_id, process_id, folder_id, user_id) select 'dead', id, $1, $2 from dead`,
    [team.id, member.id],
  )
  const third = await open(owner, team.id)
  await sees(third, owner, member)
  await sees(third, owner)
  await poll(async () => (await db.query("select 1 from folder_presence where socket_id = 'dead'")).length === 0)
})

t.test('presence: a message names eight people and the number of all', async (t) => {
  const owner = await signUp(first)
  const people = await Promise.all(Array.from({ length: 10 }, () => signUp(first)))
  const team = await teamWith(
    owner,
    people.map((person) => [person, 'can_view'] as const),
  )
  const own = await open(owner, team.id)
  await Promise.all(people.map((person, n) => open(person, team.id, n % 2 ? first : second)))
  await poll(async () => (await own.next<FolderPresence>('folder-presence')).total === 11)
  t.ok(own.count('folder-presence') <= 8, `few messages for ten people (${own.count('folder-presence')})`)
})
