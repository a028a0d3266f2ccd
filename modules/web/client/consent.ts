/** Set by the cookie notice (shell/CookieNotice.tsx); the content security policy is opened by the same cookie. */
export const hasConsent = (): boolean => document.cookie.split('; ').includes('cookie_notice=accepted')
