import { AppError } from '../../../platform/index.ts'
import type { Imported, LeftOutReason } from '../../operations/contract.ts'
import type { Scope } from '../../tree/index.ts'

/** An item of the account that stands for one of the export. */
export interface ImportedItem {
  id: string
  name: string
  isFolder: boolean
}

/** A module's lists of an export that is imported, and what it may say about them. */
export interface ImportCall {
  /** The account that imports. Everything is done by services, as the account could by hand. */
  scope: Scope
  /** Rows of a list of the module. They are not trusted: anybody can write an export. */
  rows(list: string): AsyncIterable<unknown>
  /** The item that stands for one of the export; null: it was not imported, or has been removed since. */
  itemOf(id: unknown): Promise<ImportedItem | null>
  /** Begin of the import; what it has made is newer. */
  startedAt: Date
  /** Whether a folder of the import also holds what is not of the export, at any depth. */
  isMixed(folderId: string): Promise<boolean>
  /** Those of the folders that were there before, and into which the import has put something, at any depth. */
  receiving(folderIds: readonly string[]): Promise<ImportedItem[]>
  /** Counts something that is in the account now, new or not. */
  count(what: keyof Imported): void
  leaveOut(reason: LeftOutReason, name: string): void
}

/** Puts a module's part of an export into an account. Called again after a crash: what is there already stays as it is. */
export type Importer = (call: ImportCall) => Promise<void>

/** Modules that import their part of an export, as they provide it (`users.provideExport`). */
export class Importers {
  private readonly sections = new Map<string, Importer>()

  /** Registers the importer of `data/{name}/`. Throws when the name is taken. */
  provide(name: string, importer: Importer): void {
    if (this.sections.has(name)) throw new Error(`two modules import ${name}`)
    this.sections.set(name, importer)
  }

  all(): [name: string, importer: Importer][] {
    return [...this.sections]
  }
}

/** Result of a call about one row; null where the row is rejected (4xx). Throws other errors, after which the import is tried again. */
export const ifAccepted = async <T>(call: () => Promise<T>): Promise<T | null> => {
  try {
    return await call()
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.status !== 429) return null
    throw error
  }
}
