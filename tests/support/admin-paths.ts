import { pageFolders } from './page-folders.ts'

/** Paths of all pages of the administration, of these plans and this user. */
export const adminPaths = (ids: { plan: string; metered: string; user: string }): string[] =>
  pageFolders()
    .filter((folder) => folder.startsWith('modules/admin/'))
    .map((folder) => folder.replace('modules/admin/pages', '').replace('/legal-pages', '/pages'))
    .flatMap((path) =>
      path.includes('/plan/@id')
        ? [`/admin/plan/${ids.plan}/fixed`, `/admin/plan/${ids.metered}/metered`].map(
            (plan) => plan + path.slice(path.indexOf('@type') + '@type'.length),
          )
        : [path.replace('@slug', 'cookie-policy').replace('@id', ids.user)],
    )
