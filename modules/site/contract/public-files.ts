import { content, endpoint, object, string } from '../../shared/contract.ts'

const publicFile = <Path extends string>(path: Path, mediaType: string, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: 'public',
    response: { 200: content(mediaType, ['cache-control']) },
    errors: ['platform.not-found'],
  })

/** `file`: name of a logo or an icon, as in the configuration and the web app manifest. */
export const showBrandingImage = endpoint({
  method: 'GET',
  path: '/branding/:file',
  summary: 'Download a logo or an icon of the installation',
  access: 'public',
  params: object({ file: string({ maxLength: 80 }) }),
  beforeSetup: true,
  response: { 200: content('*/*', ['cache-control']) },
  errors: ['platform.not-found'],
})

/** Files that browsers and crawlers request at fixed paths. */
export const publicFiles = {
  favicon: {
    ...publicFile('/favicon.svg', 'image/svg+xml', 'Download the icon of the installation'),
    beforeSetup: true,
  },
  /** iOS requests it when a page is put on the home screen. */
  touchIcon: {
    ...publicFile('/apple-touch-icon.png', 'image/png', 'Download the icon for home screens'),
    beforeSetup: true,
  },
  manifest: {
    ...publicFile('/manifest.webmanifest', 'application/manifest+json', 'Read the web app manifest'),
    beforeSetup: true,
  },
  robots: { ...publicFile('/robots.txt', 'text/plain', 'Read the rules for crawlers'), beforeSetup: true },
  sitemap: publicFile('/sitemap.xml', 'application/xml', 'Read the list of public pages'),
  security: publicFile('/.well-known/security.txt', 'text/plain', 'Read the security contact'),
} as const
