import { chown, mkdir, stat } from 'node:fs/promises'
import { foldersBetween, makeFolder } from '../atomic-file.ts'

/**
 * Gives everything that root creates below a folder to the account that owns the folder: the server's own backups have to
 * read and remove it. Does nothing for other accounts.
 */
export class FolderOwner {
  private readonly root: string
  private readonly dataDir: string | null
  private account: Promise<{ uid: number; gid: number } | null> | null = null
  /** `dataDir`: a root folder that does not exist yet gets the owner of DATA_DIR. */
  constructor(root: string, dataDir: string | null) {
    this.root = root
    this.dataDir = dataDir
  }

  /** Creates the root folder where it is missing. */
  async makeRoot(): Promise<void> {
    const created = makeFolder(this.root, 0o700)
    if (!isRoot() || this.dataDir === null) return
    const { uid, gid } = await stat(this.dataDir)
    for (const folder of created) await chown(folder, uid, gid)
  }

  /** Creates a folder below the root folder, and its missing ancestors. */
  async makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (first !== undefined) await this.give(...foldersBetween(first, folder))
  }

  async give(...paths: string[]): Promise<void> {
    this.account ??= isRoot() ? stat(this.root) : Promise.resolve(null)
    const account = await this.account
    if (account) for (const path of paths) await chown(path, account.uid, account.gid)
  }
}

const isRoot = (): boolean => process.getuid?.() === 0
