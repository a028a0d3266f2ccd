import pg from 'pg'
import type { Test } from 'tap'
import type { Db } from '../../modules/platform/index.ts'
import { createAccount } from './actors.ts'
import { poll } from './poll.ts'
import { testServer } from './server.ts'
import { wrongCounters } from './wrong-counters.ts'

interface Progress {
  state: string
  done: number
  total: number | null
}

/** A server with one account, whose operations are killed half-way, and its database. */
export const killedOperations = async (t: Test) => {
  const server = await testServer(t, { env: { LOG_LEVEL: 'error' } })
  const account = await createAccount(server)
  const pool = new pg.Pool({ connectionString: server.databaseUrl ?? '', max: 2 })
  t.teardown(() => pool.end())
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  // The part of `Db` that the seeds need.
  const db = {
    query: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
  } as unknown as Db
  await db.query(`insert into settings (name, value) values ('storage_limitation', '0')`)
  await db.query(`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(tg_argv[0]::float); return new; end $$`)
  /** Slows down the batches, each of which sets the column, so that the kill always comes before the end. */
  const slowDown = (column: string, seconds = 0.2) =>
    db.query(
      `create trigger slow before update of ${column} on operations for each row execute function slow(${seconds})`,
    )
  const speedUp = () => db.query('drop trigger slow on operations')
  const progress = async (id: string): Promise<Progress> => {
    const [row] = await db.query<Progress>('select state, processed as done, total from operations where id = $1', [id])
    return row as Progress
  }
  /** Kills the server when the operation has done so many entries and before it has done all, and starts it again. */
  const killAt = async (id: string, least: number): Promise<void> => {
    await poll(
      () => progress(id),
      ({ done }) => done >= least,
    )
    await server.kill('SIGKILL')
    const { state, done } = await progress(id)
    t.equal(state, 'running', `killed at ${done}`)
    t.same(await wrongCounters(db), [], 'half-way all counters are correct')
    await server.restart()
  }
  const ended = (id: string) =>
    poll(
      () => progress(id),
      ({ state }) => state !== 'running',
    )
  return {
    server,
    account,
    db,
    target: { url: () => server.url, headers: { authorization: `Bearer ${account.token}` } },
    slowDown,
    speedUp,
    killAt,
    ended,
  }
}
