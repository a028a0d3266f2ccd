import t from 'tap'
import { redactUrl } from './logger.ts'

const token = 'Ab3_defghijklmnopqrs-4'
const id = '6f1c1c52-7c8e-4a2f-9b52-0f7d8d1b2c3d'

t.test('redactUrl: hides tokens and link names', async (t) => {
  for (const url of [
    `/share/${token}`,
    `/share/${token}/files/${id}`,
    `/request/${token}`,
    `/api/share/${token}/log?cursor=4`,
    `/api/sharing/folders/${id}/${token}?page=all`,
    `/api/sharing/upload/chunks/${id}/${token}`,
    `/api/user/verify/${token}`,
    `/file/${id}/photo.jpg?share=${token}`,
    `/create-new-password?token=${token}`,
    `/sign-in?redirect=%2Fshare%2F${token}%2Ffiles&lang=de`,
    `/sign-in?lang=de&redirect=/request/${token}/upload`,
    `/oembed?url=https%3A%2F%2Fcoffer.example%2Fshare%2F${token}&format=xml`,
    `/oembed?format=json&url=https://coffer.example/share/${token}/files`,
    `/unsubscribe/${id}.${token}`,
    `/unsubscribe/${id}.${token}/index.pageContext.json`,
    `/request?link=https%3A%2F%2Fcoffer.example%2Frequest%2F${token}%2Fupload`,
  ])
    t.notMatch(redactUrl(url), token, url)
  for (const url of ['/share/my-summer', '/api/sharing/my-summer', `/api/sharing/folders/${id}/my-summer`])
    t.notMatch(redactUrl(url), 'my-summer', url)
  t.equal(redactUrl('/sign-in?redirect=%2Fplatform%2Ffiles'), '/sign-in?redirect=%2Fplatform%2Ffiles')
})

t.test('redactUrl: keeps ids, file names and paths', async (t) => {
  for (const url of [
    `/api/items/${id}/shares`,
    `/file/${id}/photo.jpg`,
    '/platform/files',
    '/assets/chunk-Ab3defgh.js',
  ])
    t.equal(redactUrl(url), url)
})
