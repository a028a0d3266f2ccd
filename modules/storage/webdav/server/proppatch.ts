import type { FastifyReply } from 'fastify'
import { allow, lockNames, setModificationTime } from '../../tree/index.ts'
import { type DavCall, permit, timeOfSeconds } from './call.ts'
import { DavError } from './dav-error.ts'
import { davHref } from './dav-path.ts'
import { changeProperties, isKeepable, type PropertyChange } from './dead-properties.ts'
import type { Touched } from './locks.ts'
import { multistatus } from './multistatus.ts'
import { requireItemAt } from './resources.ts'
import { dav, elementsOf, emptyElement, escapeXml, readXml, textOf, writeXml, type XmlElement } from './xml.ts'

const microsoft = 'urn:schemas-microsoft-com:'
const maxChanges = 100

/** Kinds of properties. `ignored`: Windows writes it with each file, and no program reads it. */
type Meaning = { kind: 'kept' } | { kind: 'ignored' } | { kind: 'protected' } | { kind: 'time'; time: Date }

interface Instruction {
  change: PropertyChange
  meaning: Meaning
}

/** Properties in `DAV:` that clients may write: times. All others of this namespace are the server's. */
const meaningOf = (element: XmlElement, isRemoved: boolean): Meaning => {
  const { uri, local } = element
  const isDav = uri === dav
  const isTime = isDav ? /^(get)?lastmodified$/.test(local) : uri === microsoft && local === 'Win32LastModifiedTime'
  if (isTime && !isRemoved) {
    const text = textOf(element).trim()
    const parsed = timeOfSeconds(text) ?? new Date(Date.parse(text))
    const isStorable = parsed.getTime() >= 0 && parsed.getUTCFullYear() <= 9_999
    return isStorable ? { kind: 'time', time: parsed } : { kind: 'protected' }
  }
  if (uri === microsoft && local.startsWith('Win32')) return { kind: 'ignored' }
  return { kind: isDav ? 'protected' : 'kept' }
}

const readInstructions = (body: XmlElement | null): Instruction[] => {
  if (body?.uri !== dav || body.local !== 'propertyupdate') throw new DavError(400)
  const instructions = elementsOf(body)
    .filter(({ uri, local }) => uri === dav && (local === 'set' || local === 'remove'))
    .flatMap((part) =>
      elementsOf(part, 'prop').flatMap((list) => elementsOf(list).map((element) => ({ part, element }))),
    )
    .map(({ part, element }): Instruction => {
      const isRemoved = part.local === 'remove'
      const { uri: namespace, local: name } = element
      return {
        change: { namespace, name, value: isRemoved ? null : writeXml(element) },
        meaning: meaningOf(element, isRemoved),
      }
    })
  if (instructions.length === 0 || instructions.length > maxChanges) throw new DavError(400)
  return instructions
}

const statusOf = ({ change, meaning }: Instruction): string | null => {
  if (meaning.kind === 'protected') return '403 Forbidden'
  return meaning.kind === 'kept' && !isKeepable(change) ? '507 Insufficient Storage' : null
}

const propstat = ({ change: { namespace, name } }: Instruction, status: string): string => {
  const error = status.startsWith('403') ? '<D:error><D:cannot-modify-protected-property/></D:error>' : ''
  return `<D:propstat><D:prop>${emptyElement(namespace, name)}</D:prop><D:status>HTTP/1.1 ${status}</D:status>${error}</D:propstat>`
}

/** Changes properties of an item, all or none. */
export const proppatch = async (call: DavCall): Promise<FastifyReply> => {
  const { services, request, reply, path } = call
  const { db, changed } = services
  const instructions = readInstructions(await readXml(request.raw))
  const item = requireItemAt(call.resource)
  const { scope, entry } = item
  allow(scope, 'upload')
  const touched: Touched[] = [{ resource: item, change: 'content' }]
  await permit(call, touched)
  const rejected = instructions.map(statusOf)
  const isRejected = rejected.some((status) => status !== null)
  if (!isRejected) {
    const kept = instructions.filter(({ meaning }) => meaning.kind === 'kept').map(({ change }) => change)
    const { meaning } = instructions.findLast((each) => each.meaning.kind === 'time') ?? {}
    const parent = await db.transaction(async (tx) => {
      await scope.lockPermission?.(tx)
      await lockNames(tx, scope.ownerId)
      await permit(call, touched, tx)
      if (kept.length > 0) await changeProperties(tx, scope, entry.id, kept)
      return meaning?.kind === 'time' ? setModificationTime(tx, scope, entry.id, meaning.time) : undefined
    })
    if (parent !== undefined) changed({ ownerId: scope.ownerId, parentIds: [parent], socketId: null })
  }
  const stats = instructions.map((instruction, index) =>
    propstat(instruction, rejected[index] ?? (isRejected ? '424 Failed Dependency' : '200 OK')),
  )
  const href = escapeXml(davHref(path, entry.isFolder))
  return multistatus(reply, `<D:response><D:href>${href}</D:href>${stats.join('')}</D:response>`)
}
