import { createServer } from 'node:http'
import type { Teardown } from '../folders.ts'
import { freePort } from '../free-port.ts'

interface Received {
  path: string
  authorization: string
  form: URLSearchParams
}

/** Identity providers, reCAPTCHA and an object store at one port, which remember the received requests. */
export interface Outside {
  base: string
  received: Received[]
  /** For the servers under test. */
  env: Record<string, string>
}

const bucket = '/ours'
const discovery = '/.well-known/openid-configuration'

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

export const outsideServices = async (t: Teardown): Promise<Outside> => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const received: Received[] = []
  const objects = new Map<string, string>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname } = new URL(request.url ?? '/', base)
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    if (pathname.endsWith(discovery)) return answer(200, metadata(base + pathname.slice(0, -discovery.length)))
    const { authorization = '' } = request.headers
    received.push({ path: pathname, authorization, form: new URLSearchParams(body) })
    if (pathname.startsWith(`${bucket}/`)) {
      const begun = '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>'
      if (request.method === 'POST') return response.writeHead(200).end(begun)
      if (pathname === `${bucket}/`) return response.writeHead(200).end('<ListBucketResult/>')
      if (request.method === 'PUT') objects.set(pathname, body)
      if (request.method !== 'GET')
        return response.writeHead(request.method === 'PUT' ? 200 : 204, { etag: '"1"' }).end()
      const object = objects.get(pathname)
      if (object !== undefined) return response.writeHead(200, { etag: '"1"' }).end(object)
    }
    if (pathname.endsWith('/siteverify')) return answer(200, { success: true, score: 0.9 })
    answer(400, { error: 'invalid_grant' })
  })
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const names = ['GOOGLE_OAUTH_BASE', 'GITHUB_OAUTH_BASE', 'FACEBOOK_OAUTH_BASE', 'RECAPTCHA_API_BASE']
  const env = { EGRESS_ALLOW: `127.0.0.1:${port}`, ...Object.fromEntries(names.map((name) => [name, base])) }
  return { base, received, env }
}
