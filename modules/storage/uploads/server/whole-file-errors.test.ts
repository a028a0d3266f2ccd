import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { makeFileRequest } from '../../../../tests/support/file-requests.ts'
import { makeFolder, makeShare } from '../../../../tests/support/shares.ts'

t.test('D44: a rejected whole file is named by its part, `file`, in each of the three calls', async (t) => {
  const app = await testApp(t)
  await app.coffer.platform.settings.set({ mimetypes_blacklist: ['php'] })
  const jane = await signUp(app)
  const folder = await makeFolder(jane, 'Shared')
  const { token: link } = await makeShare(jane, { id: folder, type: 'folder' }, { permission: 'editor' })
  const { token: request } = await makeFileRequest(jane)
  const send = async (client: Client, path: string, name: string, content: string) => {
    const body = new FormData()
    body.set('file', new Blob([content]), name)
    const answer = await client.fetch(path, { method: 'POST', body })
    return { status: answer.status, body: (await answer.json()) as { code: string; errors?: Record<string, string[]> } }
  }
  const visitor = anonymous(app)
  await visitor.get('/api/csrf')
  const calls: [Client, string][] = [
    [jane.client, '/api/upload'],
    [visitor, `/api/sharing/upload/${link}`],
    [visitor, `/api/file-request/${request}/upload`],
  ]
  for (const [client, path] of calls)
    for (const [name, content, code] of [
      ['x.php', '<?php', 'file-type-not-allowed'],
      ['empty.txt', '', 'empty-file'],
    ] as const) {
      const { status, body } = await send(client, path, name, content)
      t.same([status, body.code, Object.keys(body.errors ?? {})], [422, code, ['file']], `${path}: ${name}`)
    }
})
