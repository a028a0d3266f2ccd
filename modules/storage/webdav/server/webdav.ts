import type { DavServices, WebdavDeps } from './call.ts'
import { Collections } from './collections.ts'
import { Locks } from './locks.ts'
import { Resources } from './resources.ts'

/** Everything that the methods of WebDAV need. */
export const createWebdav = (deps: WebdavDeps): DavServices => {
  const collections = new Collections(deps.db)
  const locks = new Locks(deps.db, deps.scopes)
  for (const name of ['storage.items.moved', 'storage.items.restored'] as const)
    deps.platform.events.on(name, ({ ownerId, changes }) => locks.endLost(ownerId, changes))
  return { ...deps, collections, resources: new Resources(deps.db, collections), locks }
}
