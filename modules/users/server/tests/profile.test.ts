import sharp from 'sharp'
import t from 'tap'
import { type Actor, anonymous, confirmPassword, signIn, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailedLink, mailsTo } from '../../../../tests/support/mail-folder.ts'

interface WithAvatar {
  data: { avatar: { xs: string; sm: string; md: string } }
}

const upload = async (person: Actor, bytes: Buffer | string, type: string) => {
  const body = new FormData()
  body.set('avatar', new Blob([bytes as never], { type }), 'me')
  return person.client.fetch('/api/user/avatar', { method: 'POST', body, headers: { accept: 'application/json' } })
}

t.test('A33: an avatar is cropped, re-encoded without metadata, and shown under a new URL', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#336699' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
    .jpeg()
    .toBuffer()
  const answer = await upload(person, photo, 'image/jpeg')
  t.equal(answer.status, 200)
  const { avatar } = ((await answer.json()) as WithAvatar).data
  for (const [url, edge] of [
    [avatar.xs, 84],
    [avatar.sm, 120],
    [avatar.md, 320],
  ] as const) {
    const shown = await anonymous(app).fetch(url)
    t.equal(shown.headers.get('content-type'), 'image/webp')
    t.match(shown.headers.get('cache-control'), /immutable/)
    const metadata = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    t.match(metadata, { format: 'webp', width: edge, height: edge })
    t.equal(metadata.exif, undefined)
  }
  const second = await upload(person, photo, 'image/jpeg')
  const again = (await second.json()) as WithAvatar
  t.equal(second.status, 200, JSON.stringify(again))
  t.not(again.data.avatar.md, avatar.md)
  t.equal((await anonymous(app).fetch(avatar.md)).status, 404, 'the picture before is gone')

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [bytes, type] of [
    [svg, 'image/png'],
    ['<!doctype html><p>no picture', 'image/jpeg'],
    [photo.subarray(0, 200), 'image/jpeg'],
  ] as const) {
    const rejected = await upload(person, bytes as Buffer, type)
    t.equal(rejected.status, 422)
    t.match(await rejected.json(), { code: 'avatar-unreadable', errors: { avatar: [/\w/] } })
  }
  t.equal((await upload(person, Buffer.alloc(10 * 1024 * 1024 + 1), 'image/png')).status, 413)

  t.equal((await person.client.delete('/api/user/avatar')).status, 204)
  t.equal((await anonymous(app).fetch(again.data.avatar.md)).status, 404)
  const { body } = await person.client.get<{ data: { attributes: { avatar: unknown } } }>('/api/user')
  t.equal(body.data.attributes.avatar, null)
})

const tokenOf = async (dataDir: string, email: string) =>
  new URL(await mailedLink(dataDir, email, '/confirm-email')).searchParams.get('token') ?? ''

t.test('a changed email is confirmed at both addresses, after the password was', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  const fresh = 'new-address@example.org'
  const change = (email: string) => person.client.post('/api/user/email', { email })
  t.match(await change(fresh), { status: 423, body: { code: 'password-confirmation-required' } })
  t.match(await person.client.post('/user/confirm-password', { password: 'not my password' }), {
    status: 422,
    body: { errors: { password: [/\w/] } },
  })
  t.match((await person.client.get('/user/confirmed-password-status')).body, { confirmed: false })
  t.equal((await person.client.post('/user/confirm-password', { password: person.password })).status, 201)
  t.match((await person.client.get('/user/confirmed-password-status')).body, { confirmed: true })

  t.match(await change(person.email.toUpperCase()), { status: 422, body: { errors: { email: [/\w/] } } })
  t.equal((await change(fresh)).status, 202)
  const [oldToken, newToken] = [await tokenOf(app.dataDir, person.email), await tokenOf(app.dataDir, fresh)]
  const visitor = anonymous(app)
  const confirm = (token: string) => visitor.post('/api/user/email/confirm', { token })
  t.match(await confirm('guessed'), { status: 422, body: { code: 'email-change-invalid' } })
  t.match(await confirm(newToken), { status: 200, body: { data: { completed: false } } })
  t.match(await confirm(newToken), { status: 200, body: { data: { completed: false } } }, 'twice the same side')
  t.match((await person.client.get('/api/user/email')).body, {
    data: { email: person.email, pending: { email: fresh, old_confirmed: false, new_confirmed: true } },
  })
  t.match(await confirm(oldToken), { status: 200, body: { data: { completed: true } } })
  t.match(await confirm(oldToken), { status: 422 }, 'once')
  t.match((await person.client.get('/api/user/email')).body, { data: { email: fresh, pending: null } })
  t.equal((await anonymous(app).post('/login', { email: person.email, password: person.password })).status, 422)
  t.ok(await signIn(app, { ...person, email: fresh }))
})

t.test('A51: a changed email does not reveal an account, and never takes its address over', async (t) => {
  const app = await testApp(t)
  const [person, other] = [await signUp(app), await signUp(app)]
  await person.client.post('/user/confirm-password', { password: person.password })
  const free = await person.client.post('/api/user/email', { email: 'free@example.org' })
  const firstToken = await tokenOf(app.dataDir, person.email)
  const taken = await person.client.post('/api/user/email', { email: other.email })
  t.strictSame([taken.status, taken.body], [free.status, free.body])
  await app.coffer.platform.mailer.settled()
  t.match((await mailsTo(app.dataDir, other.email))[0], { subject: /already have/ })
  t.equal((await anonymous(app).post('/api/user/email/confirm', { token: firstToken })).status, 422, 'replaced')

  await person.client.post('/api/user/email', { email: 'free@example.org' })
  const [oldToken, newToken] = [
    await tokenOf(app.dataDir, person.email),
    await tokenOf(app.dataDir, 'free@example.org'),
  ]
  await signUp(app, { email: 'free@example.org' })
  await anonymous(app).post('/api/user/email/confirm', { token: newToken })
  t.match(await anonymous(app).post('/api/user/email/confirm', { token: oldToken }), {
    status: 422,
    body: { code: 'email-change-invalid' },
  })
  t.equal((await person.client.delete('/api/user/email')).status, 204)
  t.match((await person.client.get('/api/user/email')).body, { data: { email: person.email, pending: null } })
  await confirmPassword(person)
  const { body } = await person.client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'script' })
  const program = anonymous(app).withToken(body.plainTextToken)
  t.equal((await program.post('/user/confirm-password', { password: person.password })).status, 403)
  t.equal((await program.post('/api/user/email', { email: 'else@example.org' })).status, 423)
})
