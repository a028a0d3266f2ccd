import t from 'tap'
import type { PageContextServer } from 'vike/types'
import { guard } from '../../pages/+guard.ts'

type PageAccess = NonNullable<PageContextServer['config']['access']>
const callers = { anonymous: null, user: { role: 'user' }, admin: { role: 'admin' } }
type Caller = keyof typeof callers

const signIn = 'redirect("/sign-in?redirect=%2Fplatform%2Ffiles%3Fsort%3Dname")'

/** A row per access of a page, and the default; one without a row does not compile. */
const table: Record<PageAccess | 'not declared', Record<Caller, string>> = {
  public: { anonymous: 'shown', user: 'shown', admin: 'shown' },
  user: { anonymous: signIn, user: 'shown', admin: 'shown' },
  admin: { anonymous: signIn, user: 'render(404)', admin: 'shown' },
  'not declared': { anonymous: signIn, user: 'shown', admin: 'shown' },
}

const outcome = (access: string, caller: Caller): string => {
  try {
    guard({
      config: access === 'not declared' ? {} : { access },
      user: callers[caller],
      urlParsed: { pathname: '/platform/files', searchOriginal: '?sort=name' },
    } as unknown as PageContextServer)
    return 'shown'
  } catch (thrown) {
    // How Vike records a thrown redirect or error.
    return (thrown as { _pageContextAbort: { _abortCall: string } })._pageContextAbort._abortCall
  }
}

for (const [access, row] of Object.entries(table))
  t.test(`pages with access "${access}": who may open them`, (t) => {
    for (const [caller, expected] of Object.entries(row) as [Caller, string][])
      t.equal(outcome(access, caller), expected, caller)
    t.end()
  })
