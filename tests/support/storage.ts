import { createHttp, createPlatform, loadConfig, type Platform } from '../../modules/platform/index.ts'
import {
  createStorage,
  type Entitlements,
  type Scope,
  type Storage,
  storageEntities,
} from '../../modules/storage/index.ts'
import { settingDefinitions } from '../../server/settings.ts'
import { blobEnv } from './buckets.ts'
import { watchContract } from './contract-watch.ts'
import { testDatabase } from './database.ts'
import { type Teardown, testFolder } from './folders.ts'
import { seedUser } from './seed.ts'

export interface TestStorage {
  databaseUrl: string
  platform: Platform
  storage: Storage
  /** A fresh account and its scope. */
  person(): Promise<Scope>
}

const openEntitlements: Entitlements = {
  canUpload: async () => ({ allowed: true, limit: null }),
  canDownload: async () => ({ allowed: true }),
  canCreateFolder: async () => ({ allowed: true }),
  canCreateTeamFolder: async () => ({ allowed: true }),
  billsDownloads: async () => false,
  ofAccount: async () => ({
    canUpload: true,
    canDownload: true,
    canCreateFolder: true,
    canCreateTeamFolder: true,
    limit: null,
  }),
}

export const scopeOf = (userId: string): Scope => ({
  root: null,
  ownerId: userId,
  actor: { userId, key: `user:${userId}` },
  permission: 'owner',
})

/** The storage module on a real, migrated database, without HTTP. `beside`: uses the database and folder of that one. */
export const testStorage = async (
  t: Teardown,
  entitlements: Partial<Entitlements> = {},
  beside?: TestStorage,
): Promise<TestStorage> => {
  const databaseUrl = beside?.databaseUrl ?? (await testDatabase(t)).url
  const dataDir = beside?.platform.config.dataDir ?? testFolder(t)
  const config = loadConfig({
    DATA_DIR: dataDir,
    ...(await blobEnv(dataDir)),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    NODE_ENV: 'production',
  })
  const platform = await createPlatform({
    config,
    databaseUrl,
    entities: storageEntities,
    settings: settingDefinitions,
  })
  t.teardown(() => platform.close())
  const storage = createStorage(platform, { entitlements: { ...openEntitlements, ...entitlements } })
  return { databaseUrl, platform, storage, person: async () => scopeOf(await seedUser(platform.db)) }
}

/** The same with its routes; the header `x-test-user` names the caller. */
export const testStorageHttp = async (t: Teardown, entitlements: Partial<Entitlements> = {}, beside?: TestStorage) => {
  const test = await testStorage(t, entitlements, beside)
  const app = await createHttp(test.platform)
  app.setAuthenticator(async ({ headers }) =>
    typeof headers['x-test-user'] === 'string'
      ? { userId: headers['x-test-user'], role: 'user', sessionId: null, tokenId: 'test', scopes: null, locale: null }
      : null,
  )
  test.storage.routes(app)
  watchContract(app)
  t.teardown(() => app.close())
  const call = async (
    scope: Scope | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ) => {
    const response = await app.inject({
      method,
      url,
      headers: scope ? { 'x-test-user': scope.ownerId } : {},
      ...(body ? { payload: body } : {}),
    })
    return { status: response.statusCode, body: response.body ? JSON.parse(response.body) : null }
  }
  return { ...test, app, call }
}

/** Expected error of `t.rejects` when only its status matters. */
export const errorWithStatus = (status: number): Error => ({ status }) as unknown as Error
