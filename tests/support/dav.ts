import { type Account, anonymous, type Target } from './actors.ts'

export interface DavAnswer {
  status: number
  headers: Headers
  text: string
}

export interface DavOptions {
  headers?: Record<string, string>
  body?: string | Buffer
}

export const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

/** A WebDAV client that signs in with the email of an account and a token; `path`: below `/dav/`. */
export const davOf = (target: Target, { email, token }: Pick<Account, 'email' | 'token'>) => {
  const client = anonymous(target)
  return async (method: string, path: string, { headers, body }: DavOptions = {}): Promise<DavAnswer> => {
    const answer = await client.fetch(`/dav/${path}`, {
      method,
      headers: { authorization: basic(email, token), ...headers },
      ...(body === undefined ? {} : { body: body as string }),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

export type Dav = ReturnType<typeof davOf>

/** Header `Destination` of a copy or move. */
export const to = (target: Target, path: string, headers: Record<string, string> = {}): DavOptions => ({
  headers: { destination: `${target.url}/dav/${path}`, ...headers },
})

/** Path of a folder that this owner shares; `within`: where it is in another folder. */
export const sharedPath = (name: string, { email }: Pick<Account, 'email'>, within?: { id: string }): string =>
  `shared-with-me/${encodeURIComponent(`${name} (${[email, ...(within ? [within.id.slice(0, 8)] : [])].join(', ')})`)}`

/** Paths of a multistatus response below `/dav/`. */
export const hrefsIn = ({ text }: DavAnswer): string[] =>
  [...text.matchAll(/<D:response><D:href>\/dav\/([^<]*)<\/D:href>/g)].map(([, path]) => path as string)

/** Paths directly below a folder, itself first. */
export const list = async (dav: Dav, path: string): Promise<string[]> =>
  hrefsIn(await dav('PROPFIND', path, { headers: { depth: '1' } }))
