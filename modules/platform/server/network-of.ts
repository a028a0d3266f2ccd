import ipaddr from 'ipaddr.js'

/** The part of an IP that one customer controls: the whole IPv4 address, or the /64 of an IPv6 address. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip
  // IPv4 mapped into IPv6 counts as IPv4, in either notation.
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}
