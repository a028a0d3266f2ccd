import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { canary } from './fixture.ts'

/** Pages of a link show nothing that lies outside of it (A06). */
const app = await testApp(t, { pages: true })
const owner = await signUp(app)
const above = await makeFolder(owner, `${canary} above`)
const folder = await makeFolder(owner, `${canary} shared`, above)
const { id: file } = await putFile(owner, `${canary}.txt`, canary, folder)
const { id: outsideFile } = await putFile(owner, `${canary} outside.txt`, canary, above)

const open = async (path: string) => {
  const answer = await anonymous(app).fetch(path)
  const whole = `${[...answer.headers].flat().join('\n')}\n${await answer.text()}`
  return { status: answer.status, location: answer.headers.get('location'), whole }
}

t.test('A06: items outside of a link to a folder are a 404 page', async (t) => {
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  for (const path of [
    `/share/${token}/files/${above}`,
    `/share/${token}/file/${above}`,
    `/share/${token}/file/${outsideFile}`,
    `/share/${token}/file/not-an-id`,
    `/api/sharing/preview/${outsideFile}/${token}`,
  ]) {
    const { status, whole } = await open(path)
    t.equal(status, 404, path)
    t.notMatch(whole, canary, path)
  }
  const own = await open(`/share/${token}/file/${file}`)
  t.equal(own.status, 200)
  t.match(own.whole, canary, 'the positive control')
  t.notMatch(own.whole, `${canary} above`, 'folders above the link are not named')
  t.equal((await open(`/share/${token}/file/${folder}`)).location, `/share/${token}/files/${folder}`)
})

t.test('A06: a link to a file shows no other file of its owner', async (t) => {
  const { token } = await makeShare(owner, { id: file, type: 'file' })
  t.equal((await open(`/share/${token}/file/${file}`)).status, 200)
  const other = await open(`/share/${token}/file/${outsideFile}`)
  t.equal(other.status, 404)
  t.notMatch(other.whole, canary)
})
