import type { BillingPages } from '../modules/billing/index.ts'
import type { ThirdParty } from '../modules/platform/contract.ts'
import type { Config } from '../modules/platform/index.ts'

const analyticsHosts = 'https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com'
const adHosts = 'https://*.googlesyndication.com https://*.doubleclick.net https://*.adtrafficquality.google'

type CardForm = NonNullable<Awaited<ReturnType<BillingPages['cardForm']>>>

interface Allowed {
  /** Other sites may embed the page in a frame. */
  isFrameable?: boolean
  /** The page loads reCAPTCHA. */
  usesRecaptcha?: boolean
  /** The page has Stripe's card form. */
  cardForm?: CardForm | null
  /** Third-party services whose cookies the visitor accepted. */
  thirdParty?: ThirdParty | null
}

/**
 * Allows scripts and style elements with the nonce of this response only, and no style attributes (renderer/style-attributes.ts);
 * the policy does not apply to styles that scripts set through CSSOM.
 */
export const contentSecurityPolicy = (
  config: Config,
  nonce: string,
  { isFrameable = false, usesRecaptcha = false, cardForm = null, thirdParty = null }: Allowed = {},
): string => {
  const google = usesRecaptcha ? ' https://www.google.com' : ''
  const analytics = thirdParty?.analytics ? ` ${analyticsHosts}` : ''
  const ads = thirdParty?.ads ? ` ${adHosts} https://www.google.com` : ''
  const socket = config.appUrl.replace(/^http/, 'ws')
  const dev = config.production ? '' : ' ws://localhost:24678 ws://127.0.0.1:24678'
  return [
    "default-src 'none'",
    // Browsers that know 'strict-dynamic' ignore origins, and accept scripts that the page's own scripts load.
    `script-src 'nonce-${nonce}' 'strict-dynamic' ${cardForm?.scripts ?? ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${analytics}${ads}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}${dev}${google}${analytics}${ads} ${cardForm?.calls ?? ''}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src 'self'${google}${ads} ${cardForm?.frames ?? ''}`,
    `form-action 'self' ${cardForm?.hosted ?? ''}`,
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${isFrameable ? '*' : "'none'"}`,
  ]
    .map((directive) => directive.replaceAll(/\s+/g, ' ').trim())
    .join('; ')
}
