import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { EgressError } from './failure.ts'

/** What of the installation decides where one may go. */
export interface EgressRules {
  /** `host:port` that may be reached although private or on another port (`EGRESS_ALLOW`). */
  allow: ReadonlySet<string>
  /** Ports of other hosts; default: those of the web. */
  ports?: ReadonlySet<string>
  /** Hosts of this installation: it never calls itself. */
  own(): readonly string[]
}

export interface Target {
  url: URL
  secure: boolean
  /** Named by `EGRESS_ALLOW`: its addresses are not looked at. */
  trusted: boolean
}

const defaultPorts = { 'http:': '80', 'https:': '443' } as const
const webPorts = new Set<string>(Object.values(defaultPorts))
const longest = 4_096

export const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '').toLowerCase()

/**
 * What the text of a URL tells: `invalid-url` unless it is http(s) on a web port without credentials; `unreachable` for this
 * installation itself and for a literal address that is not public. Where a name leads is checked when it is resolved.
 */
export const targetOf = (text: string, rules: EgressRules, base?: URL): Target => {
  if (text.length > longest || !URL.canParse(text, base)) throw new EgressError('invalid-url')
  const url = new URL(text, base)
  const { protocol, username, password } = url
  if ((protocol !== 'http:' && protocol !== 'https:') || username || password) throw new EgressError('invalid-url')
  url.hash = ''
  const port = url.port || defaultPorts[protocol]
  const host = hostOf(url)
  const trusted = rules.allow.has(`${host}:${port}`)
  if (!trusted && !(rules.ports ?? webPorts).has(port)) throw new EgressError('invalid-url')
  const literal = host.replace(/^\[|\]$/g, '')
  if (!trusted && (host === '' || rules.own().includes(host) || (isIP(literal) !== 0 && !isPublicAddress(literal))))
    throw new EgressError('unreachable')
  return { url, secure: protocol === 'https:', trusted }
}
