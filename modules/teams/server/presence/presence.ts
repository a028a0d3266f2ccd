import type { Logger, Platform } from '../../../platform/index.ts'
import { isUuid } from '../../../shared/contract.ts'
import { presentPerson } from '../../../users/index.ts'
import { folderPresence, presenceMessage } from '../../contract.ts'
import type { PresenceStore, PresentSocket } from './presence-store.ts'

/** Changes of a folder within this time are sent as one message, however many people come and go. */
const publishDelayMs = 700
/** Interval of the heartbeat of this process and of the search for ended ones. */
const heartbeatIntervalMs = 5_000
/** People leave a folder that was moved out of its team folder, or trashed, at the latest after this time. */
const recheckIntervalMs = 30_000

const topicOf = (folderId: string) => `folder:${folderId}`

/**
 * Shows the people of a team folder who has it open (presence). A tab sends the id of the folder over its socket; the
 * folder's topic then sends all tabs in it the people who are there. Link visitors have no socket.
 */
export class Presence {
  private readonly store: PresenceStore
  private readonly realtime: Platform['realtime']
  private readonly log: Logger
  private readonly sockets = new Map<string, PresentSocket>()
  /** Last change of each socket; changes of one socket follow each other. */
  private readonly changes = new Map<string, Promise<void>>()
  private readonly publishing = new Map<string, NodeJS.Timeout>()
  private readonly timers: NodeJS.Timeout[] = []
  constructor({ realtime, log }: Pick<Platform, 'realtime' | 'log'>, store: PresenceStore) {
    this.store = store
    this.realtime = realtime
    this.log = log
    realtime.describe(folderPresence, async (_topic, { folderId }) => {
      const { people, total } = await store.peopleIn(String(folderId))
      return { folder_id: folderId, people: people.map(presentPerson), total }
    })
    realtime.onMessage(presenceMessage, ({ id, userId }, data) => {
      const folderId = (data as { folder_id?: unknown } | null)?.folder_id ?? null
      if (folderId !== null && !(typeof folderId === 'string' && isUuid(folderId))) return
      this.change(id, () => this.enter(id, userId, folderId?.toLowerCase() ?? null))
    })
    realtime.onClose(({ id }) => {
      if (this.sockets.has(id) || this.changes.has(id)) this.change(id, () => this.leave([id]))
    })
  }

  start(): void {
    const every = (ms: number, work: () => Promise<void>) => setInterval(() => this.inBackground(work()), ms).unref()
    this.timers.push(
      every(heartbeatIntervalMs, () => this.heartbeat()),
      every(recheckIntervalMs, () => this.recheck()),
    )
  }

  /** The access of an account may have changed: its tabs leave the folders that they lost at once. */
  accessChanged(userId: string): void {
    this.inBackground(this.recheck(userId))
  }

  /** Before the process ends, when its sockets are closed. */
  async stop(): Promise<void> {
    for (const timer of [...this.timers, ...this.publishing.values()]) clearTimeout(timer)
    await Promise.all(this.changes.values())
    await this.store.close().catch((error: unknown) => this.log.warn({ err: error }, 'presence was not removed'))
  }

  private async recheck(ofUser?: string): Promise<void> {
    const sockets = [...this.sockets.values()].filter(({ userId }) => ofUser === undefined || userId === ofUser)
    if (sockets.length === 0) return
    const allowed = new Set(await this.store.allowed(sockets))
    await this.leave(sockets.filter((socket) => !allowed.has(socket)).map(({ socketId }) => socketId))
  }

  private async enter(socketId: string, userId: string, folderId: string | null): Promise<void> {
    if (this.sockets.get(socketId)?.folderId === folderId) return
    await this.leave([socketId])
    if (folderId === null) return
    const socket = { socketId, userId, folderId }
    // A tab that was closed meanwhile cannot join.
    if ((await this.store.allowed([socket])).length === 0 || !this.realtime.join(socketId, topicOf(folderId))) return
    this.sockets.set(socketId, socket)
    await this.store.set(socket)
    this.publish(folderId)
  }

  private async leave(socketIds: readonly string[]): Promise<void> {
    const left = socketIds.flatMap((id) => this.sockets.get(id) ?? [])
    if (left.length === 0) return
    for (const { socketId } of left) {
      this.sockets.delete(socketId)
      this.realtime.join(socketId, null)
    }
    await this.store.remove(left.map(({ socketId }) => socketId))
    for (const { folderId } of left) this.publish(folderId)
  }

  /** Does nothing while no tab of this process shows a folder: no one would see the result. */
  private async heartbeat(): Promise<void> {
    if (this.sockets.size === 0) return
    for (const folderId of await this.store.removeExpired()) this.publish(folderId)
    if (!(await this.store.renew())) for (const socket of [...this.sockets.values()]) await this.store.set(socket)
  }

  private publish(folderId: string): void {
    if (this.publishing.has(folderId)) return
    const timer = setTimeout(() => {
      this.publishing.delete(folderId)
      this.realtime.publishToTopic(topicOf(folderId), { event: folderPresence, ids: { folderId } })
    }, publishDelayMs).unref()
    this.publishing.set(folderId, timer)
  }

  private change(socketId: string, work: () => Promise<void>): void {
    const done = (this.changes.get(socketId) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => this.log.error({ err: error }, 'presence was not recorded'))
      .finally(() => {
        if (this.changes.get(socketId) === done) this.changes.delete(socketId)
      })
    this.changes.set(socketId, done)
  }

  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.log.warn({ err: error }, 'presence was not renewed'))
  }
}
