import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendChunk } from '../../../../tests/support/file-requests.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db, settings } = app.coffer.platform
/** The pool of a process has so many. */
const connections = 16

t.test('file requests: the first file of an uploader needs one connection at a time', async (t) => {
  const { token } = await makeFileRequest(owner, { folder_per_uploader: true })
  const uploader = anonymous(app)
  await uploader.get(`/api/file-request/${token}`)
  const { promise: isSent, resolve: release } = Promise.withResolvers<void>()
  const held = Array.from({ length: connections - 1 }, () => {
    const begun = Promise.withResolvers<void>()
    const ended = db.transaction(async (tx) => {
      await tx.query('select 1')
      begun.resolve()
      await isSent
    })
    return { begun: begun.promise, ended }
  })
  await Promise.all(held.map(({ begun }) => begun))
  // Cached settings may become too old at any time.
  const transaction = db.transaction.bind(db)
  db.transaction = (work) =>
    transaction((tx) => {
      settings.invalidate()
      return work(tx)
    })
  const sent = await sendChunk(uploader, token, 'a.txt', 'a').finally(release)
  await Promise.all(held.map(({ ended }) => ended))
  t.equal(sent.status, 201)
})
