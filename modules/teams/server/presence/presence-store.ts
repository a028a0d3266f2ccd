import { randomUUID } from 'node:crypto'
import type { Db, Sql } from '../../../platform/index.ts'
import { type PersonRow, personColumnsSql } from '../../../users/index.ts'

/** A process that has not renewed its row for so long has ended, with all its sockets. */
const expirySeconds = 15
/** People that one message names. */
const maxShownPeople = 8

/** A socket of this process and the folder that its tab shows. */
export interface PresentSocket {
  socketId: string
  userId: string
  folderId: string
}

interface PeopleInFolder {
  people: PersonRow[]
  total: number
}

const peopleSql = `select ${personColumnsSql('u')}, p.total from (
    select user_id, min(entered_at) as entered_at, count(*) over ()::int as total
    from folder_presence f join presence_processes s on s.id = f.process_id
    where f.folder_id = $1 and s.seen_at > now() - interval '${expirySeconds} seconds'
    group by user_id order by min(entered_at), user_id limit ${maxShownPeople}
  ) p join user_summaries u on u.id = p.user_id order by p.entered_at, u.id`

/** Pairs out of $1 users and $2 folders whose folder is in a team folder that the user has access to, and not in the trash. */
const mayEnterSql = `with recursive pair as (
    select distinct * from unnest($1::uuid[], $2::uuid[]) as p (user_id, folder_id)
  ), up as (
    select i.id as folder, i.id, i.parent_id, i.trashed_at, 0 as height from item_summaries i
    where i.id in (select folder_id from pair) and i.is_folder
    union all
    select up.folder, p.id, p.parent_id, p.trashed_at, up.height + 1
    from up join item_summaries p on p.id = up.parent_id where up.height < 10000
  )
  select distinct pair.user_id as "userId", pair.folder_id as "folderId"
  from pair join up on up.folder = pair.folder_id join team_folders t on t.folder_id = up.id
  left join team_members m on m.folder_id = t.folder_id and m.user_id = pair.user_id
  join user_summaries o on o.id = t.owner_id and o.status = 'active'
  where (t.owner_id = pair.user_id or m.user_id is not null)
    and not exists (select from up above where above.folder = pair.folder_id and above.trashed_at is not null)`

/** Who has which folder open, in the database, so that all processes know. */
export class PresenceStore {
  private readonly id = randomUUID()
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** The first people in a folder, and their number. */
  async peopleIn(folderId: string): Promise<PeopleInFolder> {
    const rows = await this.db.query<PersonRow & { total: number }>(peopleSql, [folderId], 'teams.people-in')
    return { people: rows, total: rows[0]?.total ?? 0 }
  }

  async set({ socketId, userId, folderId }: PresentSocket): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.register(tx)
      await tx.query(
        `insert into folder_presence (socket_id, process_id, folder_id, user_id) values ($1, $2, $3, $4)
         on conflict (socket_id) do update set folder_id = excluded.folder_id, entered_at = now()`,
        [socketId, this.id, folderId, userId],
        'teams.enter-folder',
      )
    })
  }

  async remove(socketIds: readonly string[]): Promise<void> {
    await this.db.query('delete from folder_presence where socket_id = any($1)', [socketIds], 'teams.leave-folder')
  }

  /** The sockets out of `sockets` whose user may have the folder open. */
  async allowed(sockets: readonly PresentSocket[]): Promise<PresentSocket[]> {
    const pairs = await this.db.query<Omit<PresentSocket, 'socketId'>>(
      mayEnterSql,
      [sockets.map(({ userId }) => userId), sockets.map(({ folderId }) => folderId)],
      'teams.may-enter',
    )
    const keys = new Set(pairs.map(({ userId, folderId }) => `${userId}/${folderId}`))
    return sockets.filter(({ userId, folderId }) => keys.has(`${userId}/${folderId}`))
  }

  /** Renews this process' row. False when other processes took this one for ended and deleted its rows: set them again. */
  async renew(): Promise<boolean> {
    const renewed = await this.db.query(
      'update presence_processes set seen_at = now() where id = $1 returning 1',
      [this.id],
      'teams.renew-presence',
    )
    return renewed.length > 0
  }

  /** Deletes the rows of ended processes; resolves with the folders that they concern. */
  async removeExpired(): Promise<string[]> {
    const rows = await this.db.query<{ folder_id: string }>(
      `with ended as (
         select id from presence_processes where seen_at < now() - interval '${expirySeconds} seconds'
       ), gone as (
         delete from folder_presence f using ended where f.process_id = ended.id returning f.folder_id
       ), removed as (delete from presence_processes p using ended where p.id = ended.id)
       select distinct folder_id from gone`,
      [],
      'teams.remove-expired-presence',
    )
    return rows.map(({ folder_id }) => folder_id)
  }

  /** Before the process ends. */
  async close(): Promise<void> {
    await this.db.query('delete from presence_processes where id = $1', [this.id], 'teams.close-presence')
  }

  private async register(sql: Sql): Promise<void> {
    await sql.query(
      'insert into presence_processes (id) values ($1) on conflict (id) do update set seen_at = now()',
      [this.id],
      'teams.register-presence',
    )
  }
}
