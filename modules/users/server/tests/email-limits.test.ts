import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailedLink } from '../../../../tests/support/mail-folder.ts'

t.test('sign-ups of others with an email that has an account do not use up its links', async (t) => {
  const app = await testApp(t)
  const owner = await signUp(app)
  await app.coffer.platform.settings.set({ user_verification: true })
  const words = { password: 'some unrelated words', password_confirmation: 'some unrelated words' }
  for (let at = 0; at < 3; at++) {
    const { status } = await anonymous(app).post('/api/register', { email: owner.email, name: 'Eve', ...words })
    t.equal(status, 201)
    await app.coffer.users.settled()
  }
  t.equal((await owner.client.post('/api/user/verify', { email: owner.email })).status, 200)
  await app.coffer.users.settled()
  t.match(await mailedLink(app.dataDir, owner.email, '/api/user/verify/'), /verify/)
})
