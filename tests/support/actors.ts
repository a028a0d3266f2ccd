import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { Client } from './client.ts'

/** A running server: a `testApp` or a `testServer`. */
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

/** A signed-in user with a browser's cookies. */
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

const newPerson = (given: Partial<Person>): Person => {
  const name = given.name ?? `Test ${randomBytes(4).toString('hex')}`
  const email = given.email ?? `t${randomBytes(6).toString('hex')}@example.org`
  return { name, email, password: given.password ?? `pw ${randomBytes(9).toString('base64url')}` }
}

/** The server of each actor's client. */
const targets = new WeakMap<Client, Target>()
export const targetOf = ({ client }: Pick<Actor, 'client'>): Target => {
  const target = targets.get(client)
  if (!target) throw new Error('the server of this actor is not known')
  return target
}

const expectStatus = (what: string, { status, body }: { status: number; body: unknown }, wanted: number) => {
  if (status !== wanted) throw new Error(`${what}: ${status} instead of ${wanted}: ${JSON.stringify(body)}`)
}

/** A caller without session or token. */
export const anonymous = (target: Target): Client => new Client(() => target.url)

const withAccountId = async (target: Target, client: Client, person: Person): Promise<Actor> => {
  const answer = await client.get<UserBody>('/api/user')
  expectStatus('GET /api/user', answer, 200)
  targets.set(client, target)
  return { ...person, id: answer.body.data.id, client }
}

/** Rows of a statement in the server's database. Null where that is not known. */
export const execute = async <Row extends object>(
  { db, databaseUrl }: Target,
  statement: string,
  values: unknown[] = [],
): Promise<Row[] | null> => {
  const connectionString = db?.url ?? databaseUrl
  if (!connectionString) return null
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Marks the account's email as its owner's, as the link of the verification mail does. */
export const proveEmail = async ({ client, id }: Pick<Actor, 'client' | 'id'>): Promise<void> => {
  const target = targetOf({ client })
  if (!(await execute(target, 'update users set email_proven_at = now() where id = $1', [id])))
    throw new Error('the database of this actor is not known')
}

/**
 * `Client.post` that clears the rate limits and retries after a 429. All actors have one IP address: its rate limits are
 * tested elsewhere and must not stop other tests.
 */
const postWithoutLimit = async (target: Target, client: Client, path: string, body: unknown) => {
  const answer = await client.post(path, body)
  return answer.status === 429 && (await execute(target, 'delete from rate_limits')) ? client.post(path, body) : answer
}

/** Signs a new user up over HTTP, who is then signed in. Needs the default settings: registration open, verification off. */
export const signUp = async (target: Target, given: Partial<Person> = {}): Promise<Actor> => {
  const person = newPerson(given)
  const client = anonymous(target)
  const { email, name, password } = person
  const answer = await postWithoutLimit(target, client, '/api/register', {
    email,
    name,
    password,
    password_confirmation: password,
  })
  expectStatus('POST /api/register', answer, 201)
  return withAccountId(target, client, person)
}

/** Sensitive actions of the actor's session are allowed for 15 minutes. */
export const confirmPassword = async ({ client, password }: Pick<Actor, 'client' | 'password'>): Promise<void> => {
  expectStatus('POST /user/confirm-password', await client.post('/user/confirm-password', { password }), 201)
}

/** Signs an existing user in with another browser. */
export const signIn = async (target: Target, person: Person): Promise<Actor> => {
  const client = anonymous(target)
  const answer = await postWithoutLimit(target, client, '/login', { email: person.email, password: person.password })
  expectStatus('POST /login', answer, 200)
  return withAccountId(target, client, { email: person.email, name: person.name, password: person.password })
}

/** `signUp`, plus a personal token, for which the password was confirmed before. */
export const createAccount = async (target: Target, given: Partial<Person> = {}): Promise<Account> => {
  const actor = await signUp(target, given)
  await confirmPassword(actor)
  const answer = await actor.client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'test' })
  expectStatus('POST /api/user/tokens', answer, 201)
  await execute(target, 'update sessions set password_confirmed_at = null where user_id = $1', [actor.id])
  return { ...actor, token: answer.body.plainTextToken }
}
