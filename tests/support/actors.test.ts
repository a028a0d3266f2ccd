import t from 'tap'
import { anonymous, createAccount, signIn, signUp } from './actors.ts'
import { testApp } from './app.ts'

interface UserBody {
  data: { id: string; attributes: { email: string } }
}

t.test('actors sign up, sign in again, and call with a token', async (t) => {
  const app = await testApp(t)
  t.equal((await anonymous(app).get('/api/user')).status, 401)
  const actor = await signUp(app)
  const again = await signIn(app, actor)
  t.equal(again.id, actor.id)
  const account = await createAccount(app)
  t.not(account.id, actor.id)
  const bearer = await anonymous(app).withToken(account.token).get<UserBody>('/api/user')
  t.equal(bearer.body.data.attributes.email, account.email)
})

t.test('actors are not limited by the sign-up rate limit', async (t) => {
  const app = await testApp(t)
  const ids = new Set<string>()
  for (let count = 0; count < 12; count++) ids.add((await signUp(app)).id)
  t.equal(ids.size, 12)
})
