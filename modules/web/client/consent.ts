/**
 * `mayReload`: whether the next page may load a document; set once consent was given in this document, whose content
 * security policy is still the one from before the consent.
 */
export const lateConsent: { mayReload?: () => boolean } = {}

/**
 * Whether services of other companies may load in this document. The cookie is set by the cookie notice
 * (shell/CookieNotice.tsx); the content security policy is opened by the same one.
 */
export const hasConsent = (): boolean => !lateConsent.mayReload && /\bcookie_notice=accepted/.test(document.cookie)
