/** `openid-client`, loaded with the first sign-in by a provider: a server at rest does without its memory. */
export const loadOidc = () => import('openid-client')
