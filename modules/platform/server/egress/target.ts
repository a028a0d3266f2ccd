import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { EgressError } from './egress-error.ts'

/** The installation's rules for outgoing requests. */
export interface EgressRules {
  /** `host:port` pairs that are allowed although the address is private or the port is another (`EGRESS_ALLOW`). */
  allow: ReadonlySet<string>
  /** Allowed ports of all other hosts; default: 80 and 443. */
  ports?: ReadonlySet<string>
  /** Host names of this installation, which never requests itself. */
  own(): readonly string[]
}

export interface Target {
  url: URL
  secure: boolean
  /** Listed in `EGRESS_ALLOW`: its IP addresses are not checked. */
  trusted: boolean
}

const defaultPorts = { 'http:': '80', 'https:': '443' } as const
const webPorts = new Set<string>(Object.values(defaultPorts))
const maxUrlLength = 4_096

export const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '').toLowerCase()

/**
 * Parses a URL. Throws `invalid-url` unless it is http(s) on an allowed port without credentials, and `unreachable` for this
 * installation itself and for a literal IP address that is not public. Host names are checked when they are resolved.
 */
export const targetOf = (text: string, rules: EgressRules, base?: URL): Target => {
  if (text.length > maxUrlLength || !URL.canParse(text, base)) throw new EgressError('invalid-url')
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
