import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { allow, lockNames, type Scope } from '../../tree/index.ts'
import { type DavCall, depthOf, permit } from './call.ts'
import { DavError } from './dav-error.ts'
import { davHref } from './dav-path.ts'
import { tokenOf, tokenUri } from './if-header.ts'
import { activeLock } from './live-properties.ts'
import { insertLock, type Lock, locksOf, maxLockSeconds, prolongLock, removeLocks } from './lock-table.ts'
import { covers } from './locks.ts'
import { xmlStart, xmlType } from './multistatus.ts'
import { requireFilePlace, storeBody } from './put.ts'
import { type DavItem, existing, requireItemAt } from './resources.ts'
import { dav, elementsOf, readXml, writeXml, type XmlElement } from './xml.ts'

const defaultSeconds = 1_800
/** Each entry below a deep lock repeats its holder. */
const maxHolderLength = 500
/** Locks at the same time: an owner's on their items, those of one member, and those of all members. */
const maxLocks = { owner: 500, member: 100, members: 1_000 }

/** The first time of the header `Timeout` that can be granted; clients that want more prolong it. */
const secondsOf = (header: unknown): number => {
  const wanted = String(header ?? '')
    .split(',')
    .map((text) =>
      /^\s*infinite\s*$/i.test(text) ? maxLockSeconds : Number(/^\s*Second-(\d{1,10})\s*$/i.exec(text)?.[1]),
    )
    .find((seconds) => seconds > 0)
  return Math.min(wanted ?? defaultSeconds, maxLockSeconds)
}

const readLockInfo = (body: XmlElement): Pick<Lock, 'isExclusive' | 'holder'> => {
  const [scope] = elementsOf(body, 'lockscope')
  const [type] = elementsOf(body, 'locktype')
  const [holder] = elementsOf(body, 'owner')
  const isShared = scope !== undefined && elementsOf(scope, 'shared').length > 0
  const isExclusive = scope !== undefined && elementsOf(scope, 'exclusive').length > 0
  const isWrite = type !== undefined && elementsOf(type, 'write').length > 0
  if (body.uri !== dav || body.local !== 'lockinfo' || isShared === isExclusive || !isWrite) throw new DavError(400)
  const written = holder ? writeXml(holder) : null
  if (written && written.length > maxHolderLength) throw new DavError(413)
  return { isExclusive, holder: written }
}

const sendLock = ({ reply }: DavCall, { path, ids }: DavItem, lock: Lock, status: number): FastifyReply =>
  reply
    .status(status)
    .type(xmlType)
    .send(
      `${xmlStart}<D:prop xmlns:D="DAV:"><D:lockdiscovery>${activeLock(lock, path, ids)}</D:lockdiscovery></D:prop>`,
    )

/** 507 where the caller has as many locks as they may. Members cannot use up those of the owner. */
const requireRoom = (locks: readonly Lock[], { ownerId }: Scope, userId: string): void => {
  const held = locks.filter((lock) => lock.userId === userId).length
  const ofMembers = locks.filter((lock) => lock.userId !== ownerId).length
  const isFull = userId === ownerId ? held >= maxLocks.owner : held >= maxLocks.member || ofMembers >= maxLocks.members
  if (isFull) throw new DavError(507)
}

/** Prolongs the lock whose token the caller has sent in `If`, while they may still write. */
const refresh = async (call: DavCall): Promise<FastifyReply> => {
  const { services, actor, tokens, request } = call
  const item = requireItemAt(call.resource)
  allow(item.scope, 'upload')
  const held = (await services.locks.on(item)).find(({ token, userId }) => tokens.has(token) && userId === actor.userId)
  if (!held) throw new DavError(412, 'lock-token-matches-request-uri')
  const seconds = secondsOf(request.headers.timeout)
  await services.db.transaction(async (tx) => {
    await item.scope.lockPermission?.(tx)
    await prolongLock(tx, held.token, seconds)
  })
  return sendLock(call, item, { ...held, secondsLeft: seconds }, 200)
}

/** Creates an empty file where the name is free, so that no other call takes it. Where one has just taken it, resolves with its item. */
const lockable = async (call: DavCall): Promise<{ item: DavItem; isNew: boolean }> => {
  const { resource, services, actor, path } = call
  if (resource.kind === 'item') return { item: resource, isNew: false }
  if (resource.kind !== 'free') {
    if (resource.kind === 'nowhere') throw new DavError(409)
    throw new DavError(403)
  }
  await permit(call, [{ resource, change: 'members' }])
  requireRoom(await locksOf(services.db, resource.scope.ownerId), resource.scope, actor.userId)
  const isNew = await storeBody(call, requireFilePlace(resource), null).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DavError && error.status === 405) return false
      throw error
    },
  )
  return { item: requireItemAt(await services.resources.find(actor, path)), isNew }
}

/** Locks an item, or prolongs a lock when there is no body. 423 while another lock excludes it. */
export const lock = async (call: DavCall): Promise<FastifyReply> => {
  const { services, actor, request, reply } = call
  const { db } = services
  const body = await readXml(request.raw)
  if (!body) return refresh(call)
  const info = readLockInfo(body)
  const depth = depthOf(request)
  if (depth === '1') throw new DavError(400)
  if ('scope' in call.resource) allow(call.resource.scope, 'upload')
  const { item, isNew } = await lockable(call)
  const { scope, entry, ids, path } = item
  const isDeep = depth === 'infinity' && entry.isFolder
  const token = randomUUID()
  const seconds = secondsOf(request.headers.timeout)
  await db.transaction(async (tx) => {
    // One lock after the other, so that two exclusive ones cannot be given.
    await scope.lockPermission?.(tx)
    await lockNames(tx, scope.ownerId)
    const locks = await locksOf(tx, scope.ownerId)
    requireRoom(locks, scope, actor.userId)
    const all = await services.locks.idsOf(tx, item)
    const concerned = locks.filter((other) => covers(other, all) || (isDeep && other.ids.includes(entry.id)))
    if (concerned.some((other) => info.isExclusive || other.isExclusive))
      throw new DavError(423, 'no-conflicting-lock', { hrefs: [davHref(path, entry.isFolder)] })
    const { ownerId } = scope
    await insertLock(tx, { ...info, token, isDeep, itemId: entry.id, ownerId, userId: actor.userId, seconds })
  })
  reply.header('lock-token', `<${tokenUri(token)}>`)
  const made: Lock = { ...info, token, isDeep, itemId: entry.id, userId: actor.userId, secondsLeft: seconds, ids }
  return sendLock(call, item, made, isNew ? 201 : 200)
}

/** Ends a lock: the caller's own, or any on items of the caller's account. */
export const unlock = async (call: DavCall): Promise<FastifyReply> => {
  const { services, actor, resource, request, reply } = call
  const sent = /^\s*<([^<>]*)>\s*$/.exec(String(request.headers['lock-token'] ?? ''))?.[1]
  if (sent === undefined) throw new DavError(400)
  const token = tokenOf(sent)
  const found = existing(resource)
  const held = (await services.locks.on(found)).find((each) => each.token === token)
  if (!held) throw new DavError(409, 'lock-token-matches-request-uri')
  const isOwn = held.userId === actor.userId || (found.kind === 'item' && found.scope.ownerId === actor.userId)
  if (!isOwn) throw new DavError(403)
  await removeLocks(services.db, [held.token])
  return reply.status(204).send()
}
