import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { saveEachValue } from './save-each-value.ts'

/** A page that saves an issuer, which resets the secret, and a server that answers when the test says so. */
const setUp = () => {
  const sent: string[] = []
  const issuer = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const save = (name: string) => {
    sent.push(name)
    return name === 'issuer' ? issuer.promise : Promise.resolve()
  }
  const saved = saveEachValue({ secret: 'words', issuer: 'https://id.example.org', title: 'A title' }, save, {
    names: ['issuer'],
    pageLeft: () => left.promise,
  })
  return { sent, issuer, left, saved }
}

t.test('save each: what resets others is stored before they are sent', async (t) => {
  const { sent, issuer, saved } = setUp()
  await turn()
  t.same(sent, ['issuer'])
  issuer.resolve()
  await saved
  t.same(sent, ['issuer', 'secret', 'title'])
})

t.test('save each: a page that is left sends everything', async (t) => {
  const { sent, issuer, left, saved } = setUp()
  left.resolve()
  await turn()
  t.same(sent, ['issuer', 'secret', 'title'])
  issuer.resolve()
  await saved
})

t.test('save each: a rejected value is named, and the others are sent; another failure ends it', async (t) => {
  const rejected = setUp()
  rejected.issuer.reject(Object.assign(new Error('no address'), { status: 422 }))
  t.match(await rejected.saved.catch((error: unknown) => error), { status: 422, errors: { issuer: ['no address'] } })
  t.same(rejected.sent, ['issuer', 'secret', 'title'])
  const unconfirmed = setUp()
  unconfirmed.issuer.reject(Object.assign(new Error('password'), { status: 423 }))
  t.match(await unconfirmed.saved.catch((error: unknown) => error), { status: 423 })
  t.same(unconfirmed.sent, ['issuer'])
})
