import type { Client } from '../support/client.ts'
import type { Request } from './access-case.ts'

/** Sends the request of an access case. `whole`: headers and body, to search for what may not leave the server. */
export const sendAccessCase = async (client: Client, method: string, { path, body, raw }: Request) => {
  if (method !== 'GET' && !client.cookies.has('XSRF-TOKEN')) await client.get('/api/csrf')
  const answer = await client.fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(raw || body !== undefined ? { 'content-type': raw?.type ?? 'application/json' } : {}),
    },
    ...(raw || body !== undefined ? { body: raw?.body ?? JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, whole: `${[...answer.headers].flat().join('\n')}\n${text}` }
}
