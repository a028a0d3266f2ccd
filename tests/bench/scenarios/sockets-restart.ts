import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { WebSocket } from 'ws'
import { notificationEvent } from '../../../modules/notifications/contract.ts'
import { retryDelay } from '../../../modules/web/realtime/retry-delay.ts'
import { openSocket, signInMany, type TabUser } from '../lib/tabs.ts'
import type { BenchContext, Scenario } from './context.ts'

const people = 50
const tabsEach = 20
/** How often everybody gets a notification, from the moment the server stops. */
const notificationIntervalMs = 3_000

/** A notification for each user, and its announcement, as the server does them. */
const notifySql = `with made as (
    insert into notifications (user_id, category, template, params)
    select id, 'team-invitation', 'teamJoined', '{"member":"Ann","folder":"Team"}' from unnest($1::uuid[]) id returning id, user_id
  ) select pg_notify('coffer_realtime', json_build_object('from', 'bench', 'message', json_build_object(
      'userIds', array[user_id], 'event', $2::text, 'ids', json_build_object('id', id)))::text) from made`

/**
 * A page's connection (modules/web/realtime/connection.ts): reconnects with its backoff, and fetches the notifications after
 * a reconnect and for each announcement.
 */
class Tab {
  readonly known = new Set<string>()
  /** When it was connected again, as `performance.now()`; null before. */
  backAt: number | null = null
  private socket: WebSocket | null = null
  private fetching: Promise<void> = Promise.resolve()
  /** A fetch waits for the one before. */
  private isFetchDue = false
  private readonly context: BenchContext
  private readonly user: TabUser
  constructor(context: BenchContext, user: TabUser) {
    this.context = context
    this.user = user
  }

  async connect({ isAgain = false } = {}): Promise<void> {
    for (let failures = 0; ; failures++) {
      const socket = await openSocket(this.context.coffer.url, this.user.cookie).catch(() => null)
      if (socket) return this.opened(socket, { isAgain })
      await pause(retryDelay(failures))
    }
  }

  /** Resolves when all fetches so far are done. */
  settled(): Promise<void> {
    return this.fetching
  }

  close(): void {
    this.socket?.removeAllListeners('close')
    this.socket?.terminate()
  }

  private opened(socket: WebSocket, { isAgain }: { isAgain: boolean }): void {
    this.socket = socket
    socket.on('message', (data) => {
      if (JSON.parse(String(data)).event === notificationEvent) this.fetch()
    })
    socket.once('close', () => void pause(retryDelay(0)).then(() => this.connect({ isAgain: true })))
    if (!isAgain) return
    this.backAt = performance.now()
    this.fetch()
  }

  private fetch(): void {
    if (this.isFetchDue) return
    this.isFetchDue = true
    this.fetching = this.fetching.then(async () => {
      this.isFetchDue = false
      const headers = { cookie: this.user.cookie }
      const url = new URL('/api/notifications?per_page=100', this.context.coffer.url)
      const answer = await fetch(url, { headers }).catch(() => null)
      // As in a page: the next reconnect or announcement fetches again.
      if (!answer?.ok) return
      const { data } = (await answer.json()) as { data: { data: { id: string } }[] }
      for (const row of data) this.known.add(row.data.id)
    })
  }
}

/** The server is restarted under a thousand tabs, while everybody gets notifications. */
export const socketsRestart: Scenario = async (context) => {
  const db = new pg.Client({ connectionString: context.databaseUrl })
  await db.connect()
  const users = await signInMany(db, people)
  const tabs = users.flatMap((user) => Array.from({ length: tabsEach }, () => new Tab(context, user)))
  for (let at = 0; at < tabs.length; at += people)
    await Promise.all(tabs.slice(at, at + people).map((tab) => tab.connect()))

  const ids = users.map(({ id }) => id)
  let stopNotifying = false
  const notifying = (async () => {
    while (!stopNotifying) {
      await db.query(notifySql, [ids, notificationEvent])
      await pause(notificationIntervalMs)
    }
  })()
  const stopped = performance.now()
  const startSeconds = await context.coffer.restart()
  const ready = performance.now()
  while (tabs.some(({ backAt }) => backAt === null)) await pause(50)
  const lastBack = Math.max(...tabs.map(({ backAt }) => backAt as number))
  stopNotifying = true
  await notifying
  await pause(2_000)
  await Promise.all(tabs.map((tab) => tab.settled()))
  const { rows } = await db.query('select count(*)::int as made from notifications where user_id = any($1::uuid[])', [
    ids,
  ])
  const expected = rows[0].made / people
  const missing = tabs.reduce((sum, { known }) => sum + expected - known.size, 0)
  for (const tab of tabs) tab.close()
  await db.end()
  const seconds = (ms: number) => ms / 1_000
  return [
    {
      scenario: 'sockets-restart',
      figure: `a restarted server until all of ${tabs.length} sockets are back (s); it started in ${startSeconds.toFixed(1)} s`,
      ours: `${seconds(lastBack - ready).toFixed(1)} s`,
      beside: `${seconds(lastBack - stopped).toFixed(1)} s from its stop`,
      value: seconds(lastBack - ready),
      limit: { most: 15 },
    },
    {
      scenario: 'sockets-restart',
      figure: `notifications that a tab has not after it, of ${expected} each`,
      ours: String(missing),
      beside: '0',
      value: missing,
      limit: { most: 0 },
    },
  ]
}
