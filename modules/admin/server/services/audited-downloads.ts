import type { ReadStream } from 'node:fs'
import { type AuditActor, type Platform, platformErrors } from '../../../platform/index.ts'
import type { AuditQuery, UserQuery } from '../../contract.ts'
import type { AuditList } from './audit-list.ts'
import type { UserList } from './user-list.ts'

interface Lists {
  users: Pick<UserList, 'csv'>
  audit: Pick<AuditList, 'csv'>
}

/** Downloads of data about people; the audit log names each. */
export class AuditedDownloads {
  private readonly platform: Pick<Platform, 'audit' | 'logFiles'>
  private readonly lists: Lists
  constructor(platform: Pick<Platform, 'audit' | 'logFiles'>, lists: Lists) {
    this.platform = platform
    this.lists = lists
  }

  /** CSV of all accounts of the list, in its order. */
  async users(query: UserQuery, actor: AuditActor): Promise<AsyncGenerator<string>> {
    const csv = await this.lists.users.csv(query)
    await this.platform.audit({ ...actor, action: 'admin.users.exported' })
    return csv
  }

  /** CSV of the filtered audit log, without the entry about this download. */
  async auditLog(query: AuditQuery, actor: AuditActor): Promise<string> {
    const csv = await this.lists.audit.csv(query)
    await this.platform.audit({ ...actor, action: 'admin.audit.exported' })
    return csv
  }

  /** A file of warnings and errors. Throws 404 for an unknown name and for a file that does not exist yet. */
  async logFile(name: string, actor: AuditActor): Promise<ReadStream> {
    const content = await this.platform.logFiles.read(name)
    if (!content) throw platformErrors.fail('not-found')
    await this.platform.audit({ ...actor, action: 'admin.log.downloaded', target: name })
    return content
  }
}
