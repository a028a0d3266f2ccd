import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { storageEntities } from './entities/index.ts'
import type { Gates } from './gates.ts'

export interface StorageDeps {
  gates: Gates
}

/** The module's services over one platform; `routes` registers its endpoints, `start` its jobs (after migrations). */
export const createStorage = (_platform: Platform, _deps: StorageDeps) => {
  const api = {}
  return {
    api,
    entities: storageEntities,
    routes(_app: FastifyInstance): void {},
    async start(): Promise<void> {},
    async stop(): Promise<void> {},
  }
}

export type Storage = ReturnType<typeof createStorage>
export type StorageApi = Storage['api']
