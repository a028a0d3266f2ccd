import type { Config, Principal } from '../../../platform/index.ts'

/** A call with the token of a share link or file request, and the browser that makes it. */
export interface LinkCall {
  token: string
  ip: string
  /** The signed-in account, which may be anybody's. */
  principal: Principal | null
  cookies: RequestCookies
}

export type RequestCookies = Readonly<Record<string, string | undefined>>

/** A cookie that the response sets. */
export interface NewCookie {
  name: string
  value: string
  options: { path: string; httpOnly: boolean; sameSite: 'lax'; secure: boolean; maxAge: number }
  /** A browser keeps at most `max` cookies whose name is `similar`; null: any number. */
  bound: { similar: RegExp; max: number } | null
}

type Site = Pick<Config, 'appUrl'>
const isSecure = ({ appUrl }: Site) => appUrl.startsWith('https:')

/** With the prefix `__Host-`, a browser takes the cookie from this host only: sibling hosts can plant none (A13). Requires TLS. */
export const cookieNameOf = (config: Site, name: string): string => `${isSecure(config) ? '__Host-' : ''}${name}`

/** `name`: without the prefix. */
export const newCookie = (
  config: Site,
  { name, value, bound, ttlSeconds }: Omit<NewCookie, 'options'> & { ttlSeconds: number },
): NewCookie => ({
  name: cookieNameOf(config, name),
  value,
  options: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config), maxAge: ttlSeconds },
  bound,
})
