import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import { rateLimits } from '../rate-limits.ts'

const app = await testApp(t)
const { limiter } = app.coffer.platform
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

t.test('A50: right passwords are counted too: one account cannot keep the processors busy', async (t) => {
  const [busy, other] = [await signUp(app), await signUp(app)]
  const visitor = anonymous(app)
  const signIn = async ({ email, password }: typeof busy, ip = '203.0.113.7') =>
    (await visitor.post('/login', { email, password }, from(ip))).status
  const { limit } = rateLimits.passwordSignInsPerEmailAndNetwork
  const statuses: number[] = []
  for (let at = 0; at <= limit; at++) statuses.push(await signIn(busy))
  t.equal(statuses.pop(), 429)
  t.same(new Set(statuses), new Set([200]))
  t.equal((await visitor.post('/api/login', busy, from('203.0.113.7'))).status, 429, 'by a program too')
  t.equal(await signIn(busy, '203.0.113.8'), 200, 'others cannot use up what the owner needs')
  t.equal(await signIn(other), 200, 'nor what their network does')

  const confirm = () => other.client.post('/user/confirm-password', { password: other.password })
  for (let at = 0; at < rateLimits.passwordConfirmationsPerSession.limit; at++) t.equal((await confirm()).status, 201)
  t.equal((await confirm()).status, 429)
})

t.test('A50: changes of the password are counted by account, as each begins a new session', async (t) => {
  const { client, password } = await signUp(app)
  const change = async () => {
    const words = { current: password, password, password_confirmation: password }
    return (await client.post('/api/user/password', words)).status
  }
  for (let at = 0; at < rateLimits.passwordChangesPerAccount.limit; at++) t.equal(await change(), 200)
  t.equal(await change(), 429)
})

t.test('A12: right passwords of links are counted by network', async (t) => {
  const { rateLimits: ofLinks } = await import('../../../sharing/server/rate-limits.ts')
  const owner = await signUp(app)
  const { token } = await makeShare(owner, await putFile(owner, 'a.txt', 'a'), { password: 'first words' })
  const unlock = async () =>
    (await anonymous(app).post(`/api/sharing/authenticate/${token}`, { password: 'first words' }, from('203.0.113.9')))
      .status
  await limiter.consume(ofLinks.unlocksPerNetwork, ['203.0.113.9'], { by: ofLinks.unlocksPerNetwork.limit - 1 })
  t.equal(await unlock(), 200)
  t.equal(await unlock(), 429)
})
