import t from 'tap'
import { Migration20261129062000_international_emails } from '../../../../migrations/Migration20261129062000_international_emails.ts'
import { signIn, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest } from '../../../../tests/support/file-requests.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import { createTeam } from '../../../../tests/support/teams.ts'
import { normalEmail, shownEmail } from '../../index.ts'

t.test('email: one form of a domain in Unicode and in Punycode', async (t) => {
  for (const [given, normal] of [
    [' Jane@MÜNCHEN.example ', 'jane@xn--mnchen-3ya.example'],
    ['jane@mu\u0308nchen.example', 'jane@xn--mnchen-3ya.example'],
    ['JANE@XN--MNCHEN-3YA.example', 'jane@xn--mnchen-3ya.example'],
    ['jane@ΟΔΟΣ.example', `jane@${new URL('http://ΟΔΟΣ.example').hostname}`],
    ['Jürgen@Example.org', 'jürgen@example.org'],
    ['jane@xn--a.example', 'jane@xn--a.example'],
    // Characters that would end a URL, or be decoded in it.
    ['jane@example.org/ü', 'jane@example.org/ü'],
    ['jane@example.org#ü', 'jane@example.org#ü'],
    ['jane@%41ü.example', 'jane@%41ü.example'],
    ['jane@1.2', 'jane@1.2'],
    ['münchen', 'münchen'],
    ['', ''],
  ] as const)
    t.equal(normalEmail(given), normal, given)
  t.equal(shownEmail('jane@xn--mnchen-3ya.example'), 'jane@münchen.example')
  for (const email of ['jane@example.org', 'jane@xn--a.example', 'xn--jane@example.org'])
    t.equal(shownEmail(email), email)
})

t.test('email: an account is signed in to with either form, and shows the one that people write', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app, { email: 'jane@münchen.example' })
  const { client } = await signIn(app, { ...person, email: 'jane@xn--mnchen-3ya.example' })
  const { body } = await client.get<{ data: { attributes: { email: string } } }>('/api/user')
  t.equal(body.data.attributes.email, 'jane@münchen.example')
  await t.rejects(signUp(app, { email: 'jane@xn--mnchen-3ya.example' }), 'no second account of a mailbox')
})

t.test('email: a part of its domain finds it in either form: accounts, and people one works with', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const samples =
    'münchen.de bücher.example ουτοπία.δπθ.gr 例え.テスト مثال.إختبار straße.co.uk İstanbul.com.tr 💩.la a-ü-b.c-d'.split(
      ' ',
    )
  for (const domain of [...samples, 'example.org', 'xn--a.example', 'xn--.xn--99999999.xn--ü.example']) {
    const email = normalEmail(`xn--jane@${domain}`)
    const [row] = await db.query<{ text: string }>('select searchable_email($1) as text', [email])
    const shown = shownEmail(email)
    if (samples.includes(domain)) t.equal(row?.text, `${email} ${shown}`)
    else t.ok(row?.text.startsWith(email), 'no Punycode')
  }

  const owner = await signUp(app)
  const anna = await signUp(app, { email: 'anna@münchen.de', name: 'Anna' })
  await createTeam(owner, [[{ email: 'carl@bücher.example' }, 'can_view']])
  const admin = await newAdmin(app)
  const emails = (data: { data: { attributes: { email: string } } }[]) => data.map((row) => row.data.attributes.email)
  for (const word of ['münch', 'MUNCHEN', '@münchen.de', 'anna@münchen.de', 'xn--mnchen', '@xn--mnchen-3ya.de']) {
    t.same(emails(await app.coffer.users.directory.find(word)), ['anna@münchen.de'], word)
    const { body } = await admin.client.get<{ data: { data: { attributes: { email: string } } }[] }>(
      '/api/admin/users',
      { query: { search: word } },
    )
    t.same(emails(body.data), [anna.email], word)
  }
  for (const query of ['büch', '@bücher.', 'xn--bcher'])
    t.match((await owner.client.get('/api/teams/people', { query: { query } })).body, {
      data: [{ data: { attributes: { email: 'carl@bücher.example' } } }],
    })
})

t.test('migration: stored domains become ASCII, but not where that address exists', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const owner = await signUp(app)
  const [ann, bob, other] = [await signUp(app), await signUp(app), await signUp(app)]
  const [unicode, ascii] = ['jane@münchen.example', 'jane@xn--mnchen-3ya.example']
  const kept = 'jürgen@example.org'
  const share = await makeShare(owner, await putFile(owner, 'a.txt', 'x'), { emails: ['a@example.org', kept] })
  const both = await makeShare(owner, await putFile(owner, 'b.txt', 'x'), { emails: ['b@example.org', ascii] })
  const request = await makeFileRequest(owner, { emails: ['a@example.org', kept] })
  const team = await createTeam(owner, [[{ email: 'a@example.org' }, 'can_edit']])
  await db.query(`update share_recipients set email = $1 where email in ('a@example.org', 'b@example.org')`, [unicode])
  await db.query('update file_requests set emails = $1::jsonb', [JSON.stringify([unicode, kept])])
  await db.query('update team_invitations set email = $1', [unicode])
  for (const [{ id }, email] of [
    [ann, unicode],
    [bob, 'bob@münchen.example'],
    [other, 'bob@xn--mnchen-3ya.example'],
  ] as const)
    await db.query('update users set email = $2 where id = $1', [id, email])

  await new Migration20261129062000_international_emails(db.orm.em.getDriver(), db.orm.config).up()
  const emails = async (from: string, id: string) =>
    (await db.query<{ email: string }>(`select email from ${from} = $1 order by email`, [id])).map(({ email }) => email)
  for (const [{ id }, email] of [
    [ann, ascii],
    [bob, 'bob@münchen.example'],
    [other, 'bob@xn--mnchen-3ya.example'],
  ] as const)
    t.same(await emails('users where id', id), [email])
  for (const [person, email] of [
    [bob, 'bob@münchen.example'],
    [other, 'bob@xn--mnchen-3ya.example'],
  ] as const)
    t.equal((await signIn(app, { ...person, email })).id, person.id, 'each of two accounts of a mailbox is reached')
  t.same((await emails('share_recipients where share_id', share.id)).sort(), [ascii, kept].sort())
  t.same((await emails('share_recipients where share_id', both.id)).sort(), [unicode, ascii].sort())
  t.same(await emails('team_invitations where folder_id', team.id), [ascii])
  t.same(await db.query('select emails from file_requests where id = $1', [request.id]), [{ emails: [ascii, kept] }])
})
