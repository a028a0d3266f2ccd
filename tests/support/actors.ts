import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { Client } from './client.ts'

/** A running product: `testApp` and `testServer` are such. */
export interface Target {
  readonly url: string
  readonly db?: { url: string }
  readonly databaseUrl?: string | null
}

export interface Person {
  email: string
  name: string
  password: string
}

/** Someone signed in, as a browser would be. */
export interface Actor extends Person {
  id: string
  client: Client
}

export interface Account extends Actor {
  /** A personal token, for `Authorization: Bearer`. */
  token: string
}

interface UserBody {
  data: { id: string }
}

const fresh = (given: Partial<Person>): Person => {
  const name = given.name ?? `Test ${randomBytes(4).toString('hex')}`
  const email = given.email ?? `t${randomBytes(6).toString('hex')}@example.org`
  return { name, email, password: given.password ?? `pw ${randomBytes(9).toString('base64url')}` }
}

const expectStatus = (what: string, { status, body }: { status: number; body: unknown }, wanted: number) => {
  if (status !== wanted) throw new Error(`${what}: ${status} instead of ${wanted}: ${JSON.stringify(body)}`)
}

/** A caller nobody knows. */
export const anonymous = (target: Target): Client => new Client(() => target.url)

const known = async (client: Client, person: Person): Promise<Actor> => {
  const answer = await client.get<UserBody>('/api/user')
  expectStatus('GET /api/user', answer, 200)
  return { ...person, id: answer.body.data.id, client }
}

/** All actors come from one address; the limits on it are proved where they are the subject. */
const forgetAttempts = async ({ db, databaseUrl }: Target): Promise<boolean> => {
  const connectionString = db?.url ?? databaseUrl
  if (!connectionString) return false
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('delete from rate_limits')
    return true
  } finally {
    await client.end()
  }
}

/** `Client.post` that is not held up by how many actors a test needs. */
const postFreely = async (target: Target, client: Client, path: string, body: unknown) => {
  const answer = await client.post(path, body)
  return answer.status === 429 && (await forgetAttempts(target)) ? client.post(path, body) : answer
}

/** Signs a new person up over HTTP (registration open, verification off: the defaults) and is signed in as them. */
export const signUp = async (target: Target, given: Partial<Person> = {}): Promise<Actor> => {
  const person = fresh(given)
  const client = anonymous(target)
  const { email, name, password } = person
  const answer = await postFreely(target, client, '/api/register', {
    email,
    name,
    password,
    password_confirmation: password,
  })
  expectStatus('POST /api/register', answer, 201)
  return known(client, person)
}

/** A further browser of an existing person. */
export const signIn = async (target: Target, person: Person): Promise<Actor> => {
  const client = anonymous(target)
  const answer = await postFreely(target, client, '/login', { email: person.email, password: person.password })
  expectStatus('POST /login', answer, 200)
  return known(client, { email: person.email, name: person.name, password: person.password })
}

/** `signUp`, with a personal token. */
export const createAccount = async (target: Target, given: Partial<Person> = {}): Promise<Account> => {
  const actor = await signUp(target, given)
  const answer = await actor.client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'test' })
  expectStatus('POST /api/user/tokens', answer, 201)
  return { ...actor, token: answer.body.plainTextToken }
}
