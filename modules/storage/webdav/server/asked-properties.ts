import { DavError } from './dav-error.ts'
import { davHref } from './dav-path.ts'
import { type DeadProperty, maxPropertyNameLength } from './dead-properties.ts'
import { liveProperties, type Quota, quotaProperties, type Shown } from './live-properties.ts'
import { dav, elementsOf, emptyElement, escapeXml, type XmlElement } from './xml.ts'

interface Name {
  namespace: string
  name: string
}

/** Which properties a call asks for. */
export interface Wanted {
  kind: 'all' | 'names' | 'named'
  /** Named ones; with `all`, those named in addition. */
  named: Name[]
}

const maxNamed = 200

/** Reads the body of PROPFIND; without one, all properties are asked for. */
export const readWanted = (body: XmlElement | null): Wanted => {
  if (!body) return { kind: 'all', named: [] }
  if (body.uri !== dav || body.local !== 'propfind') throw new DavError(400)
  const namesIn = (local: string) =>
    elementsOf(body, local).flatMap((list) =>
      elementsOf(list).map((element) => ({ namespace: element.uri, name: element.local })),
    )
  const kinds = ['prop', 'propname', 'allprop'].filter((local) => elementsOf(body, local).length > 0)
  if (kinds.length !== 1) throw new DavError(400)
  if (kinds[0] === 'propname') return { kind: 'names', named: [] }
  const named = namesIn(kinds[0] === 'prop' ? 'prop' : 'include')
  const distinct = [...new Map(named.map((each) => [JSON.stringify(each), each])).values()]
  // An answer repeats them for each resource.
  const isTooLong = ({ namespace, name }: Name) =>
    namespace.length > maxPropertyNameLength || name.length > maxPropertyNameLength
  if (distinct.length > maxNamed || distinct.some(isTooLong)) throw new DavError(400)
  return { kind: kinds[0] === 'prop' ? 'named' : 'all', named: distinct }
}

const nameAsXml = ({ namespace, name }: Name): string =>
  namespace === dav ? `<D:${name}/>` : emptyElement(namespace, name)

const propstat = (properties: readonly string[], status: string): string =>
  properties.length === 0
    ? ''
    : `<D:propstat><D:prop>${properties.join('')}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`

const liveOf = (shown: Shown, quota: Quota | null, { namespace, name }: Name): string | null => {
  if (namespace !== dav) return null
  const ofQuota = Object.hasOwn(quotaProperties, name) ? quotaProperties[name] : undefined
  if (ofQuota) return shown.isFolder && quota ? ofQuota(quota) : null
  return Object.hasOwn(liveProperties, name) ? (liveProperties[name]?.(shown) ?? null) : null
}

const asElement = (name: string, value: string) => (value === '' ? `<D:${name}/>` : `<D:${name}>${value}</D:${name}>`)

/** `DAV:response` of one resource. */
export const propertiesAsXml = (
  wanted: Wanted,
  shown: Shown,
  dead: readonly DeadProperty[],
  quota: Quota | null,
): string => {
  const all: Name[] = Object.keys(liveProperties).map((name) => ({ namespace: dav, name }))
  const found: string[] = []
  const missing: string[] = []
  if (wanted.kind === 'names') {
    found.push(...all.filter((name) => liveOf(shown, null, name) !== null).map(nameAsXml), ...dead.map(nameAsXml))
  } else {
    for (const name of wanted.kind === 'all' ? [...all, ...wanted.named] : wanted.named) {
      const live = liveOf(shown, quota, name)
      const kept = dead.find((property) => property.namespace === name.namespace && property.name === name.name)
      if (live !== null) found.push(asElement(name.name, live))
      else if (kept && wanted.kind === 'named') found.push(kept.value)
      else if (!kept && wanted.named.includes(name)) missing.push(nameAsXml(name))
    }
    if (wanted.kind === 'all') found.push(...dead.map(({ value }) => value))
  }
  const href = escapeXml(davHref(shown.path, shown.isFolder))
  return `<D:response><D:href>${href}</D:href>${propstat(found, '200 OK')}${propstat(missing, '404 Not Found')}</D:response>`
}

/** Whether properties are asked for that clients keep; that locks are made of; that the quota is. */
export const wantsDead = ({ kind, named }: Wanted) =>
  kind !== 'named' || named.some(({ namespace }) => namespace !== dav)
export const wantsLocks = ({ kind, named }: Wanted) =>
  kind === 'all' || named.some(({ name }) => name === 'lockdiscovery')
export const wantsQuota = ({ named }: Wanted) => named.some(({ name }) => Object.hasOwn(quotaProperties, name))
