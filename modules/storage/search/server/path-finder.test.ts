import t, { type Test } from 'tap'
import { insertFileRow } from '../../../../tests/support/search.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorageHttp } from '../../../../tests/support/storage.ts'
import type { FoundPath } from '../contract.ts'

/** An account with `Documents/Clients/2026` and what the tests add. */
const setUp = async (t: Test) => {
  const { call, person, platform } = await testStorageHttp(t)
  const [me, other] = [await person(), await person()]
  const folder = (name: string, parent: string | null = null, owner = me.ownerId) =>
    seedOneFolder(platform.db, owner, name, parent)
  const documents = await folder('Documents')
  const clients = await folder('Clients', documents)
  const year = await folder('2026', clients)
  const ask = async (path: string, caller = me) => {
    const { status, body } = await call(caller, 'GET', `/api/browse/path?${new URLSearchParams({ path })}`)
    t.equal(status, 200, path)
    return body as FoundPath
  }
  const found = async (path: string) => {
    const { folders, file, missing } = (await ask(path)).data
    return { ids: folders.map(({ id }) => id), file: file?.name, missing }
  }
  const completions = async (path: string) => (await ask(path)).meta.completions.map(({ name }) => name)
  return { call, platform, me, other, folder, documents, clients, year, ask, found, completions }
}

t.test('paths: a path leads to its folders, whatever case and accents are typed', async (t) => {
  const { folder, documents, clients, year, found } = await setUp(t)
  const ids = [documents, clients, year]
  for (const path of [
    'Documents/Clients/2026',
    '/Documents/Clients/2026/',
    'documents/CLIENTS/2026',
    'Documents//./Clients/2025/../2026',
    ' Dócuments / clients/2026',
  ])
    t.same(await found(path), { ids, file: undefined, missing: null }, path)
  for (const path of ['', '/', '..', 'Documents/..', '../..'])
    t.same(await found(path), { ids: [], file: undefined, missing: null }, path)

  const exact = await folder('résumé', documents)
  const plain = await folder('Resume', documents)
  t.same((await found('Documents/résumé')).ids, [documents, exact], 'an equal name is preferred')
  t.same((await found('Documents/Resume')).ids, [documents, plain])
  const straße = await folder('Straße', plain)
  t.same((await found('documents/Resume/STRASSE')).ids, [documents, plain, straße])
})

t.test('paths: the first name that is not found is told, and a file ends a path', async (t) => {
  const { call, platform, me, documents, clients, folder, found } = await setUp(t)
  await insertFileRow(platform, me.ownerId, 'Offer.final.pdf', { parent_id: clients })
  const inClients = [documents, clients]
  t.same(await found('Documents/Clients/2027/Inner'), { ids: inClients, file: undefined, missing: '2027' })
  t.same(await found('Nowhere/Clients'), { ids: [], file: undefined, missing: 'Nowhere' })
  t.same(await found('Documents/a\\b'), { ids: [documents], file: undefined, missing: 'a\\b' })
  t.same(await found('Documents/\0'), { ids: [documents], file: undefined, missing: '\0' })
  for (const path of ['Documents/Clients/Offer.final.pdf', 'documents/clients/offer.FINAL.pdf'])
    t.same(await found(path), { ids: inClients, file: 'Offer.final.pdf', missing: null }, path)
  for (const path of ['Documents/Clients/Offer.final.pdf/', 'Documents/Clients/Offer.final.pdf/x'])
    t.same(await found(path), { ids: inClients, file: undefined, missing: 'Offer.final.pdf' }, path)
  t.same((await found('Documents/Clients/Offer.final')).missing, 'Offer.final', 'a name is whole')

  const gone = await folder('Gone', documents)
  await folder('Inner', gone)
  t.equal((await found('documents/gone/inner')).missing, null)
  await call(me, 'POST', '/api/remove', { items: [{ id: gone, type: 'folder' }] })
  t.equal((await found('Documents/Gone/Inner')).missing, 'Gone', 'what is in the trash is not found')
  t.equal((await found('documents/gone/inner')).missing, 'gone')
})

t.test('paths: the folders whose names begin as the last name complete it, by name', async (t) => {
  const { platform, me, clients, documents, folder, ask, completions } = await setUp(t)
  await folder('Élan', clients)
  await folder('elm', clients)
  await insertFileRow(platform, me.ownerId, 'element.txt', { parent_id: clients })
  t.same(await completions('documents/clients/EL'), ['Élan', 'elm'], 'no files')
  t.same(await completions('Documents/Clients/'), ['2026', 'Élan', 'elm'])
  t.same(await completions('Documents/Clients'), ['Clients'])
  t.same(await completions('Documents/Nowhere/E'), [])
  t.same(await completions('Documents/..'), [])
  t.same(await completions(''), ['Documents'])
  const many = await folder('many', documents)
  await seedFolder(platform.db, me.ownerId, 30, { parent: many, folders: 1, prefix: 'week ' })
  const { meta } = await ask('Documents/many/week')
  t.same([meta.completions.length, meta.completions[9]?.name, meta.more], [20, 'week 10', true])
  t.equal((await ask('Documents/many/week 2')).meta.more, false)
})

t.test('A05: folders of another account are not found by their paths', async (t) => {
  const { call, other, ask, folder } = await setUp(t)
  t.match((await ask('Documents/Clients', other)).data, { folders: [], missing: 'Documents' })
  t.same((await ask('', other)).meta.completions, [])
  const theirs = await folder('documents', null, other.ownerId)
  t.match((await ask('DOCUMENTS/Clients', other)).data, { folders: [{ id: theirs }], missing: 'Clients' })
  t.equal((await call(null, 'GET', '/api/browse/path?path=Documents')).status, 401)
  t.equal((await call(other, 'GET', '/api/browse/path')).status, 422)
  t.equal((await call(other, 'GET', `/api/browse/path?path=${'a/'.repeat(4_001)}`)).status, 422)
})
