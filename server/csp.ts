import type { ThirdParty } from '../modules/platform/contract.ts'
import type { Config } from '../modules/platform/index.ts'

const analyticsHosts = 'https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com'
const adHosts = 'https://*.googlesyndication.com https://*.doubleclick.net https://*.adtrafficquality.google'

interface Allowed {
  /** Other sites may embed the page in a frame. */
  isFrameable?: boolean
  /** The page loads reCAPTCHA. */
  usesRecaptcha?: boolean
  /** What the visitor accepted. */
  thirdParty?: ThirdParty | null
}

/**
 * Allows scripts and style elements with the nonce of this response only, and no style attributes (renderer/style-attributes.ts);
 * the policy does not apply to styles that scripts set through CSSOM.
 */
export const contentSecurityPolicy = (
  config: Config,
  nonce: string,
  { isFrameable = false, usesRecaptcha = false, thirdParty = null }: Allowed = {},
): string => {
  const google = usesRecaptcha ? ' https://www.google.com' : ''
  const analytics = thirdParty?.analytics ? ` ${analyticsHosts}` : ''
  const ads = thirdParty?.ads ? ` ${adHosts} https://www.google.com` : ''
  const content = config.contentUrl ?? ''
  const socket = config.appUrl.replace(/^http/, 'ws')
  const dev = config.production ? '' : ' ws://localhost:24678 ws://127.0.0.1:24678'
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${content}${analytics}${ads}`,
    `media-src 'self' blob: ${content}`,
    "font-src 'self'",
    `connect-src 'self' ${socket}${dev}${google}${analytics}${ads}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src 'self' ${content}${google}${ads}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${isFrameable ? '*' : "'none'"}`,
  ]
    .map((directive) => directive.trim())
    .join('; ')
}
