import type { Config } from '../modules/platform/index.ts'

/**
 * Allows scripts and style elements with the nonce of this response only, and no style attributes (renderer/style-attributes.ts);
 * the policy does not apply to styles that scripts set through CSSOM. `isFrameable`: other sites may embed the page in a frame.
 * `usesRecaptcha`: the page loads reCAPTCHA.
 */
export const contentSecurityPolicy = (
  config: Config,
  nonce: string,
  { isFrameable = false, usesRecaptcha = false }: { isFrameable?: boolean; usesRecaptcha?: boolean } = {},
): string => {
  const google = usesRecaptcha ? ' https://www.google.com' : ''
  const content = config.contentUrl ?? ''
  const socket = config.appUrl.replace(/^http/, 'ws')
  const dev = config.production ? '' : ' ws://localhost:24678 ws://127.0.0.1:24678'
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${content}`,
    `media-src 'self' blob: ${content}`,
    "font-src 'self'",
    `connect-src 'self' ${socket}${dev}${google}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src 'self' ${content}${google}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${isFrameable ? '*' : "'none'"}`,
  ]
    .map((directive) => directive.trim())
    .join('; ')
}
