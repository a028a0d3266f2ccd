import type { DavServices, WebdavDeps } from './call.ts'
import { Collections } from './collections.ts'
import { Locks } from './locks.ts'
import { Resources } from './resources.ts'

/** Everything that the methods of WebDAV need. */
export const createWebdav = (deps: WebdavDeps): DavServices => {
  const collections = new Collections(deps.db)
  return { ...deps, collections, resources: new Resources(deps.db, collections), locks: new Locks(deps.db) }
}
