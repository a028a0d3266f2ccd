/**
 * `mayReload` is there once consent was given in this document, whose content security policy is still that of the answer before:
 * whether the next page may load a document.
 */
export const lateConsent: { mayReload?: () => boolean } = {}

/**
 * Whether services of other companies may load in this document. The cookie is set by the cookie notice (shell/CookieNotice.tsx);
 * the content security policy is opened by the same one.
 */
export const hasConsent = (): boolean => !lateConsent.mayReload && /\bcookie_notice=accepted/.test(document.cookie)
