import sharp from 'sharp'
import { type Actor, createAccount, proveEmail, signIn, signUp } from '../support/actors.ts'
import type { TestApp } from '../support/app.ts'
import { notifyOfAll } from '../support/notifications.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { createTeam, invitationOf, teamWith } from '../support/teams.ts'
import { tinyPdf } from '../support/tiny-files.ts'

/** A portrait: a round head on shoulders. `hue` in degrees. */
export const portrait = (hue: number): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><rect width="900" height="700" fill="hsl(${hue} 45% 72%)"/>
    <circle cx="450" cy="290" r="130" fill="hsl(25 55% 72%)"/><path d="M180 700c0-180 120-260 270-260s270 80 270 260z" fill="hsl(${hue + 140} 40% 40%)"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const setAvatar = async ({ client }: Actor, hue: number) => {
  const form = new FormData()
  form.append('avatar', new Blob([new Uint8Array(await portrait(hue))], { type: 'image/png' }), 'me.png')
  const { status } = await client.fetch('/api/user/avatar', { method: 'POST', body: form })
  if (status >= 300) throw new Error(`avatar: ${status}`)
}

/** Accounts, team folders and notifications that the pictures show. */
export const seedPeople = async (app: TestApp) => {
  const { db, settings } = app.coffer.platform
  await settings.set({ subscription_type: 'fixed', default_max_team_member: -1 })
  const owner = await createAccount(app, { name: 'Mara Lindholm', email: 'mara@lindholm.example' })
  const names = [
    'Jonas Weber',
    'Amélie Dubois-Lefèvre',
    'Maximiliane Freifrau von Hohenstein-Grabenstätt',
    'سارة الحسن',
  ]
  const members: Actor[] = []
  for (const [index, name] of names.entries())
    members.push(await signUp(app, { name, email: `person.${index}@studio-lindholm.example` }))
  const [jonas, amelie, long, sara] = members as [Actor, Actor, Actor, Actor]
  for (const [index, person] of [owner, jonas, sara].entries()) await setAvatar(person, 40 + index * 110)
  const team = await teamWith(
    owner,
    [
      [jonas, 'can_edit'],
      [amelie, 'can_view'],
      [long, 'can_view'],
      [sara, 'can_edit'],
    ],
    'Azores, October',
  )
  await createTeam(owner, [[{ email: 'printer@papier-und-druckwerkstatt.example' }, 'can_view']], 'Book printing')
  const own = await teamWith(owner, [[jonas, 'can_view']], 'Invoices 2026')
  const crowd = await teamWith(owner, [[jonas, 'can_edit']], 'Everybody')
  await db.query(
    `with created as (
       insert into users (email, first_name, last_name, color) select 'crowd' || n || '@example.org', 'Crowd', 'Member ' || n, '#7c3aed'
       from generate_series(1, 1100) n returning id
     ) insert into team_members (folder_id, user_id, permission) select $1, id, 'can_view' from created`,
    [crowd.id],
  )
  await makeFolder(jonas, 'Contact sheets', team.id)
  await makeFolder(owner, 'Clients')
  await putFile(owner, 'Itinerary.md', '# Itinerary\n', team.id)
  const file = await putFile(jonas, 'Boarding pass.pdf', tinyPdf(['Seat 14A']), team.id)
  await putFile(sara, 'Notes for the book.txt', 'a b c', team.id)
  await putFile(owner, '2026-001.pdf', tinyPdf(['Invoice']), own.id)
  await owner.client.patch(`/api/rename/${file.id}`, { name: 'Boarding pass Lisbon–Ponta Delgada.pdf', type: 'file' })
  await signIn(app, owner)
  await notifyOfAll(app, owner, 'Quarterly report of the northern region, final version with comments.pdf')
  await notifyOfAll(app, jonas, 'Quarterly report of the northern region, final version with comments.pdf')
  const invited = await signUp(app, { name: 'Ivo Invited', email: 'ivo@lindholm.example' })
  const proven = await signUp(app, { name: 'Petra Proven', email: 'petra@lindholm.example' })
  await proveEmail(proven)
  const invite = (email: string) =>
    createTeam(owner, [[{ email }, 'can_edit']], 'Exhibition').then((made) => invitationOf(app, made, { email }))
  return {
    owner,
    jonas,
    team,
    crowd,
    invited,
    proven,
    invitations: {
      unproven: await invite(invited.email),
      proven: await invite(proven.email),
      unknown: await invite('new.colleague@studio-lindholm.example'),
    },
  }
}

export type SeededPeople = Awaited<ReturnType<typeof seedPeople>>
