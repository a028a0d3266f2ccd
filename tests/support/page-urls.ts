import { wizardSteps } from '../../modules/installer/contract.ts'
import { unsubscribeUrl } from '../../modules/notifications/server/services/unsubscribe.ts'
import { type Actor, targetOf } from './actors.ts'
import type { TestApp } from './app.ts'
import { makeFileRequest } from './file-requests.ts'
import { pageFolders } from './page-folders.ts'
import { makeFolder, makeShare, putFile } from './shares.ts'
import { createTeam, invitationOf } from './teams.ts'

export const linkPassword = 'open the door'

const adminPages = (): Record<string, string[]> =>
  Object.fromEntries(
    pageFolders()
      .filter((folder) => folder.startsWith('modules/admin/'))
      .map((folder) => [
        folder,
        [
          folder
            .replace('modules/admin/pages', '')
            .replace('/legal-pages', '/pages')
            .replace('@slug', 'cookie-policy')
            .replace(/@\w+/g, '00000000-0000-4000-8000-000000000000'),
        ],
      ]),
  )

interface PageUrls {
  urls: Record<string, string[]>
  /** Link with `linkPassword`. */
  lockedToken: string
  /** File request without required fields. */
  requestToken: string
}

/** URLs of each page of the product by its folder, with links and requests of `owner`, who is of a `testApp`. Compare the folders with `pageFolders`. */
export const pageUrls = async (owner: Actor): Promise<PageUrls> => {
  const folder = await makeFolder(owner, 'Shared folder')
  const file = await putFile(owner, 'Figures.txt', 'one, two, three', folder)
  const share = await makeShare(owner, { id: folder, type: 'folder' })
  const editable = await makeShare(
    owner,
    { id: await makeFolder(owner, 'Editable'), type: 'folder' },
    { permission: 'editor' },
  )
  const single = await makeShare(owner, { id: file.id, type: 'file' })
  const locked = await makeShare(
    owner,
    { id: await makeFolder(owner, 'Locked'), type: 'folder' },
    { password: linkPassword, protected: true },
  )
  const request = await makeFileRequest(owner, { title: 'Send me files' })
  const named = await makeFileRequest(owner, { require_name: true, require_email: true })
  const team = await createTeam(owner, [[{ email: 'invited@example.org' }, 'can_view']])
  const { config } = (targetOf(owner) as TestApp).coffer.platform
  const platform = 'modules/storage/pages/platform'
  const ofShares = 'modules/sharing/pages'
  const auth = 'modules/users/pages/(auth)'
  const urls = {
    'modules/site/pages/index': ['/'],
    'modules/site/pages/demo': ['/demo'],
    'modules/site/pages/page': ['/page/privacy-policy', '/page/cookie-policy?lang=de'],
    'modules/site/pages/contact-us': ['/contact-us'],
    'modules/site/pages/developers': ['/developers'],
    'modules/site/pages/developers/@call': ['/developers/patchRenameById'],
    'modules/site/pages/temporary-unavailable': ['/temporary-unavailable'],
    ...adminPages(),
    'modules/installer/pages/install': ['/install'],
    ...Object.fromEntries(
      wizardSteps.map((step) => [`modules/installer/pages/setup-wizard/${step}`, [`/setup-wizard/${step}`]]),
    ),
    'pages/_error': ['/nowhere', '/platform/nowhere'],
    [`${auth}/sign-in`]: ['/sign-in', '/sign-in?redirect=%2Fplatform%2Ftrash'],
    [`${auth}/sign-up`]: ['/sign-up'],
    [`${auth}/forgotten-password`]: ['/forgotten-password'],
    [`${auth}/create-new-password`]: ['/create-new-password?token=abc'],
    [`${auth}/successfully-verified`]: ['/successfully-verified'],
    [`${auth}/successfully-send`]: ['/successfully-send'],
    [`${auth}/confirm-email`]: ['/confirm-email?token=abc'],
    'modules/users/pages/user/profile': ['/user/profile'],
    'modules/users/pages/user/settings/password': ['/user/settings/password'],
    [`${platform}/files`]: ['/platform/files', `/platform/files/${folder}`],
    [`${platform}/recent-uploads`]: ['/platform/recent-uploads'],
    [`${platform}/trash`]: ['/platform/trash'],
    'modules/billing/pages/card-form': ['/user/settings/billing/card'],
    'modules/billing/pages/user/settings/billing': ['/user/settings/billing'],
    'modules/storage/pages/user/settings/storage': ['/user/settings/storage'],
    [`${ofShares}/platform/my-shared-items`]: ['/platform/my-shared-items'],
    [`${ofShares}/platform/requests`]: ['/platform/requests'],
    'modules/teams/pages/platform/team-folders': ['/platform/team-folders', '/platform/team-folders?new'],
    'modules/teams/pages/platform/shared-with-me': ['/platform/shared-with-me'],
    'modules/teams/pages/team-folder-invitation': [
      `/team-folder-invitation/${await invitationOf(targetOf(owner), team, { email: 'invited@example.org' })}`,
    ],
    'modules/notifications/pages/unsubscribe': [new URL(unsubscribeUrl(config, owner.id)).pathname],
    [`${ofShares}/share/link`]: [`/share/${share.token}`],
    [`${ofShares}/share/files`]: [share, editable, locked].map(({ token }) => `/share/${token}/files`),
    [`${ofShares}/share/file`]: [`/share/${single.token}/file`],
    [`${ofShares}/share/authenticate`]: [
      `/share/${locked.token}/authenticate`,
      `/share/${locked.token}/authenticate?problem=wrong-password`,
    ],
    [`${ofShares}/share/report`]: [`/share/${share.token}/report`, `/share/${locked.token}/report?sent=1`],
    [`${ofShares}/request/index`]: ['/request', `/request/${request.token}`],
    [`${ofShares}/request/upload`]: [
      `/request/${request.token}/upload`,
      `/request/${named.token}/upload`,
      `/request/${request.token}/upload?sent=1`,
    ],
  }
  return { urls, lockedToken: locked.token, requestToken: request.token }
}
