import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { WebSocket } from 'ws'

/** Somebody with a session. */
export interface TabUser {
  id: string
  /** The session's cookie. */
  cookie: string
}

/** Users with a session each. */
export const signInMany = async (db: pg.Client, count: number): Promise<TabUser[]> => {
  const users: TabUser[] = []
  for (let n = 0; n < count; n++) {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await db.query(
      `with person as (insert into users (email, color) values ($1, '#00BC7E') returning id)
       insert into sessions (user_id, token_hash, expires_at) select id, $2, now() + interval '1 hour' from person returning user_id`,
      [`socket${n}-${token}@example.com`, createHash('sha256').update(token).digest()],
    )
    users.push({ id: rows[0].user_id as string, cookie: `sid=${token}` })
  }
  return users
}

/** A tab's socket, once its first message has confirmed the connection. Rejects when it cannot be opened. */
export const openSocket = (url: URL, cookie: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${url.host}/ws`, {
      headers: { cookie, origin: `http://localhost:${url.port}` },
      perMessageDeflate: false,
    })
    socket.on('error', reject)
    // A server that stops accepts the connection and closes it again.
    socket.once('close', () => reject(new Error('closed')))
    socket.once('message', () => resolve(socket))
  })
