import type { Entry } from 'yauzl'
import { type ArchiveItem, archiveItemOf, type ExtractionLimits } from './archive-entry.ts'
import type { ExportIndex } from './export-index.ts'

/** Folder of an export that holds the account's files and folders. */
const root = 'files'
const skipped: ArchiveItem = { kind: 'skipped' }

type Placed = Extract<ArchiveItem, { kind: 'file' | 'folder' }>

/** The item under the names that it had in the account. */
const named = (item: Placed, index: ExportIndex): ArchiveItem => {
  const names: string[] = []
  let path = root
  for (const name of item.folders.slice(1)) {
    path += `/${name}`
    names.push(index.of(`${path}/`)?.name ?? name)
  }
  const details = index.of(item.kind === 'file' ? `${path}/${item.name}` : `${path}/`)
  const name = item.kind === 'file' ? (details?.name ?? item.name) : null
  if (names.includes('') || name === '') {
    const inExport = [...item.folders.slice(1), ...(item.kind === 'file' ? [item.name] : [])]
    return { kind: 'left-out', reason: 'invalid-name', path: inExport.join('/') }
  }
  if (item.kind === 'folder') return { ...item, folders: names, details }
  return {
    ...item,
    folders: names,
    name: name ?? item.name,
    modifiedAt: details?.modifiedAt == null ? item.modifiedAt : new Date(details.modifiedAt),
    details,
  }
}

/**
 * The item that an entry of an export stands for. The archive is trusted no more than any other: `archiveItemOf` decides
 * what its entries are (A74). Lists are read elsewhere; the trash and earlier versions are left out.
 */
export const importItemOf = (entry: Entry, limits: ExtractionLimits, index: ExportIndex): ArchiveItem => {
  // The folder of the files is none in the account.
  const item = archiveItemOf(entry, { ...limits, depth: limits.depth - 1, keepsSystemFiles: true })
  if (item.kind === 'skipped') return skipped
  if (item.kind === 'left-out') return /^(?:data|trash|versions)\//.test(item.path) ? skipped : item
  const [top, ...below] = item.folders
  const path = [...item.folders, ...(item.kind === 'file' ? [item.name] : [])].join('/')
  const isRoot = item.kind === 'folder' && below.length === 0
  if (isRoot || top === undefined) return skipped
  if (top === 'trash') return { kind: 'left-out', reason: 'in-trash', path: path.slice('trash/'.length) }
  if (top === 'versions' && item.kind === 'file')
    return { kind: 'left-out', reason: 'earlier-version', path: item.name }
  if (top !== root || index.isIncomplete(path)) return skipped
  const missing = index.missingPathOf(path)
  if (missing !== null) return { kind: 'left-out', reason: 'content-missing', path: missing }
  if (index.isShortened(path, entry.uncompressedSize)) return { kind: 'left-out', reason: 'content-missing', path }
  return named(item, index)
}
