import { setTimeout as sleep } from 'node:timers/promises'
import type { StorageChoice } from '../../../platform/contract.ts'
import {
  type AuditActor,
  commandLine,
  hasStoredFiles,
  isSameStore,
  isStoreEmpty,
  localBlobs,
  type Platform,
  setVariables,
  storageChoiceOf,
  testedBlobUrl,
} from '../../../platform/index.ts'
import type { StoreDetails } from '../../contract.ts'
import { adminErrors } from '../errors.ts'

/** A store that takes longer to list a file counts as used. */
const listTimeoutMs = 3_000

/** The command that moves all files; the URL has placeholders for the key and the secret, which are not shown. */
const moveCommand = (url: string): string => {
  const to = url.replace(/\/\/[^/]*@/, '//KEY:SECRET@')
  return `${commandLine()} blobs move --to '${to}'`
}

type StorePlatform = Pick<Platform, 'config' | 'db' | 'blobs' | 'audit'>

/** The administrators' choice of the store of files. A store is tested first, and is never left while it holds files. */
export class StoreSettings {
  private readonly platform: StorePlatform
  private readonly restart: (prepare?: () => Promise<void>) => void
  constructor(platform: StorePlatform, restart: (prepare?: () => Promise<void>) => void) {
    this.platform = platform
    this.restart = restart
  }

  async details(): Promise<StoreDetails> {
    const { blobUrl, blobUrlPrevious, dataDir } = this.platform.config
    const { driver, endpoint = null, region = null, bucket = null } = storageChoiceOf(blobUrl)
    return {
      driver,
      endpoint,
      region,
      bucket,
      location: bucket === null ? dataDir : new URL(blobUrl).host,
      isChangeable: !this.isFixed() && blobUrlPrevious === null,
      isMoving: blobUrlPrevious !== null,
      isEmpty: await this.isEmpty(),
    }
  }

  /**
   * Stores the choice and restarts the server. Throws 409 `set-by-environment` and `storage-in-use`, 422 `storage-…`; then
   * nothing changes.
   */
  async set(choice: StorageChoice, actor: AuditActor): Promise<void> {
    const { config, db, audit } = this.platform
    if (this.isFixed()) throw adminErrors.fail('set-by-environment')
    const url = await testedBlobUrl(db, choice, config.blobUrl)
    const inUse = (to: string) => adminErrors.fail('storage-in-use', { body: { command: moveCommand(to) } })
    if (config.blobUrlPrevious) throw inUse(config.blobUrl)
    const isSame = isSameStore(url, config.blobUrl)
    if (!(isSame || (await this.isEmpty()))) throw inUse(url)
    await audit({ ...actor, action: 'admin.setting.changed', target: 'BLOB_URL' })
    this.restart(async () => {
      // Checked again: a file may have been stored since. A store that cannot be read counts as used.
      const isEmpty = () => isStoreEmpty(config.dataDir, config.blobUrl).catch(() => false)
      if (isSame || (await isEmpty())) setVariables(config.dataDir, { BLOB_URL: url === localBlobs ? null : url })
    })
  }

  private isFixed(): boolean {
    const { environment } = this.platform.config
    return environment.has('BLOB_URL') || environment.has('BLOB_URL_PREVIOUS')
  }

  /**
   * True when no file is stored. False when the store cannot be read, and when the database has files whose content is lost:
   * the next start would not accept another empty store for them.
   */
  private async isEmpty(): Promise<boolean> {
    if (await hasStoredFiles(this.platform.db)) return false
    const listed = async () => {
      for await (const _blob of this.platform.blobs.blobs()) return false
      return true
    }
    return Promise.race([listed().catch(() => false), sleep(listTimeoutMs, false, { ref: false })])
  }
}
