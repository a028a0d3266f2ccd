import type { PageContext } from 'vike/types'

export const structuredData = (page: PageContext): object => {
  const { settings, appUrl } = page as PageContext & { appUrl: string }
  const url = `${appUrl}/`
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', name: settings.name, url, inLanguage: settings.locales },
      {
        '@type': 'WebApplication',
        name: settings.name,
        url,
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Any',
        browserRequirements: 'Requires HTML',
      },
    ],
  }
}
