import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { EgressError } from './egress-error.ts'

/** The installation's rules for outgoing requests. */
export interface EgressRules {
  /** `host:port` pairs that are allowed although the address is private or the port is another (`EGRESS_ALLOW`). */
  allow: ReadonlySet<string>
  /**
   * `host:port` of a service that an administrator has named: it may be private and use another port. Plain HTTP reaches it
   * at private addresses only, because credentials are sent to it.
   */
  service?: string
  /** Allowed ports of all other hosts; default: 80 and 443. */
  ports?: ReadonlySet<string>
  /** Host names of this installation, which never requests itself. */
  ownHosts(): readonly string[]
}

export interface EgressTarget {
  url: URL
  secure: boolean
  /** Listed in `EGRESS_ALLOW`, or the service. */
  trusted: boolean
  /** Whether an IP address of the host may be connected to. */
  isAllowed(address: string): boolean
}

const defaultPorts = { 'http:': '80', 'https:': '443' } as const
const webPorts = new Set<string>(Object.values(defaultPorts))
const maxUrlLength = 4_096

const normalHost = ({ hostname }: URL): string => hostname.replace(/\.$/, '').toLowerCase()

/** `host:port` of an http(s) URL. */
export const hostAndPort = (url: URL): string =>
  `${normalHost(url)}:${url.port || defaultPorts[url.protocol as keyof typeof defaultPorts]}`

const isAnyAllowed = () => true
const isPrivateAddress = (address: string) => !isPublicAddress(address)

/**
 * Parses a URL. Throws `invalid-url` unless it is http(s) on an allowed port without credentials, and `unreachable` for this
 * installation itself and for a literal IP address that is not public. Host names are checked when they are resolved.
 */
export const egressTargetOf = (text: string, rules: EgressRules, base?: URL): EgressTarget => {
  if (text.length > maxUrlLength || !URL.canParse(text, base)) throw new EgressError('invalid-url')
  const url = new URL(text, base)
  const { protocol, username, password } = url
  if ((protocol !== 'http:' && protocol !== 'https:') || username || password) throw new EgressError('invalid-url')
  url.hash = ''
  const secure = protocol === 'https:'
  const host = normalHost(url)
  const hostPort = hostAndPort(url)
  const isListed = rules.allow.has(hostPort)
  const trusted = isListed || rules.service === hostPort
  if (!trusted && !(rules.ports ?? webPorts).has(url.port || defaultPorts[protocol]))
    throw new EgressError('invalid-url')
  const isAllowed = !trusted ? isPublicAddress : isListed || secure ? isAnyAllowed : isPrivateAddress
  if (!trusted && (host === '' || rules.ownHosts().includes(host))) throw new EgressError('unreachable')
  const literal = host.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw new EgressError('unreachable')
  return { url, secure, trusted, isAllowed }
}
