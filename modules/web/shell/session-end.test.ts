import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createSessionEnd, type SessionEndDeps } from './session-end.ts'

const setup = (deps: Partial<SessionEndDeps> = {}) => {
  const log: string[] = []
  const session = createSessionEnd({
    userId: 'me',
    ask: async () => true,
    dismiss: () => log.push('dismiss'),
    openSignIn: () => log.push('open') > 0,
    redirect: () => log.push('redirect'),
    reload: () => log.push('reload'),
    mayLeave: () => true,
    signedInAs: async () => 'me',
    ...deps,
  })
  return { session, log }
}

t.test('session end: rejected actions run again once, after the person has signed in', async (t) => {
  let account: string | null = null
  const { session, log } = setup({ signedInAs: async () => account })
  const first = session.ended(() => log.push('move'))
  await session.ended(() => log.push('rename'))
  await first
  t.same(log, ['open'], 'asked once')
  session.leave()
  t.same(log, ['open'], 'the page stays')
  await session.check()
  t.same(log, ['open'], 'not signed in yet')
  account = 'me'
  await session.check()
  await session.check()
  t.same(log, ['open', 'dismiss', 'move', 'rename'])
})

t.test('session end: asked again while signing in elsewhere, the question ends and the actions run', async (t) => {
  let account: string | null = null
  let answer = (_signIn: boolean) => {}
  const { session, log } = setup({
    signedInAs: async () => account,
    ask: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const first = session.ended(() => log.push('move'))
  await turn()
  answer(true)
  await first
  const second = session.ended(() => log.push('refresh'))
  await turn()
  account = 'me'
  await session.check()
  t.same(log, ['open', 'dismiss', 'move', 'refresh'])
  answer(false)
  await second
  t.same(log, ['open', 'dismiss', 'move', 'refresh'], 'the late answer changes nothing')
})

t.test('session end: another account loads its own page, and nothing is repeated', async (t) => {
  let account: string | null = null
  const { session, log } = setup({ signedInAs: async () => account })
  await session.ended(() => log.push('move'))
  account = 'another'
  await session.check()
  t.same(log, ['open', 'reload'])
})

t.test(
  'session end: another account has signed in before the page noticed: its page is loaded, nothing is asked',
  async (t) => {
    const another = { signedInAs: async () => 'another' }
    const idle = setup(another)
    await idle.session.check()
    t.same(idle.log, ['reload'])

    const acting = setup(another)
    await acting.session.ended(() => acting.log.push('move'))
    t.same(acting.log, ['reload'])

    const connected = setup(another)
    t.equal(await connected.session.isSignedIn(), false)
    connected.session.leave()
    t.equal(await connected.session.isSignedIn(), false)
    t.same(connected.log, ['reload'], 'once, and sign-in is not opened over it')
    await connected.session.ended()
    t.same(connected.log, ['reload', 'reload'], 'again for an action, as the person may have declined the first one')

    const same = setup()
    await same.session.check()
    t.equal(await same.session.isSignedIn(), true)
    const anonymous = setup({ ...another, userId: '' })
    await anonymous.session.check()
    t.same([...same.log, ...anonymous.log], [], 'the page of its own account stays, and that of an anonymous visitor')
  },
)

t.test('session end: who does not sign in repeats nothing later; a blocked tab leads to sign-in', async (t) => {
  let answer = false
  const { session, log } = setup({ ask: async () => answer, openSignIn: () => false })
  await session.ended(() => log.push('move'))
  await session.check()
  t.same(log, ['dismiss'])
  answer = true
  await session.ended()
  t.same(log, ['dismiss', 'redirect'])
})

t.test('session end: without an action it leads to sign-in', async (t) => {
  const { session, log } = setup()
  session.leave()
  session.leave()
  t.same(log, ['redirect'], 'once: sign-in may load slowly')
})

t.test(
  'session end: a declined question leads nowhere, until the person has signed in and it ends again',
  async (t) => {
    let account: string | null = null
    const { session, log } = setup({ ask: async () => false, signedInAs: async () => account })
    await session.ended(() => log.push('move'))
    session.leave()
    t.same(log, [])
    account = 'me'
    await session.check()
    session.leave()
    t.same(log, ['dismiss', 'redirect'])
  },
)

t.test('session end: where something would be lost it asks instead of leading to sign-in', async (t) => {
  const { session, log } = setup({ mayLeave: () => false, signedInAs: async () => null })
  session.leave()
  await turn()
  session.leave()
  t.same(log, ['open'])
})

t.test('session end: while the person signs out it leads nowhere', async (t) => {
  const { session, log } = setup({ signedInAs: async () => null })
  session.setSigningOut(true)
  session.leave()
  await session.ended(() => log.push('move'))
  t.same(log, [], 'nor is it asked about calls that were running')
  session.setSigningOut(false)
  session.leave()
  t.same(log, ['redirect'], 'signing out has failed: a later end leads to sign-in')
})
