import { BlockList, isIP } from 'node:net'

const listOf = (family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** 4 or 6 for a literal IP address, else 0. */
export const addressFamily = isIP

/** IANA's special-purpose registry: none of these addresses is a public server. */
const specialV4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** Global unicast. All other addresses are rejected: loopback, mapped, compatible, NAT64, local, link, multicast. */
const globalV6 = listOf('ipv6', ['2000::/3'])
/** Exceptions within it: IETF protocols with Teredo, documentation, 6to4. Teredo and 6to4 embed an IPv4 address. */
const specialV6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an IP address may be connected to. An allow list, so that unforeseen addresses are rejected. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !specialV4.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}
