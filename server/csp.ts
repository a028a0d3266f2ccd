import type { Config } from '../modules/platform/index.ts'

/**
 * Scripts and style elements only with the nonce of this very answer, style attributes not at all (renderer/style-attributes.ts);
 * what scripts set through CSSOM is no matter of the policy. `framed`: the page may be shown within another one.
 */
export const contentSecurityPolicy = (config: Config, nonce: string, framed = false): string => {
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
    `connect-src 'self' ${socket}${dev}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src 'self' ${content}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framed ? '*' : "'none'"}`,
  ]
    .map((directive) => directive.trim())
    .join('; ')
}
