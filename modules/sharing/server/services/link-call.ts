import type { Config, Principal } from '../../../platform/index.ts'

/** A call with the token of a share link or file request, and the browser that makes it. */
export interface LinkCall {
  token: string
  ip: string
  /** The signed-in account, which may be anybody's. */
  principal: Principal | null
  cookies: Cookies
}

export type Cookies = Readonly<Record<string, string | undefined>>

/** A cookie that the response sets. */
export interface NewCookie {
  name: string
  value: string
  options: { path: string; httpOnly: boolean; sameSite: 'lax'; secure: boolean; maxAge: number }
  /** A browser keeps at most `max` cookies whose name is `similar`; null: any number. */
  bound: { similar: RegExp; max: number } | null
}

export const newCookie = (
  { appUrl }: Pick<Config, 'appUrl'>,
  { name, value, bound, ttlSeconds }: Omit<NewCookie, 'options'> & { ttlSeconds: number },
): NewCookie => ({
  name,
  value,
  options: { path: '/', httpOnly: true, sameSite: 'lax', secure: appUrl.startsWith('https:'), maxAge: ttlSeconds },
  bound,
})
