import { type OfflineFolder, transactOffline } from './offline-folders.ts'

/** Deletes a kept folder that is not open to its reader any more, those below it, and its rows in others. */
export const dropFolder = (id: string): Promise<void> =>
  transactOffline(({ folders }) => {
    const request = folders.getAll()
    request.onsuccess = () => {
      for (const kept of request.result as OfflineFolder[]) {
        const { path, root, parents, items, rows, total } = kept
        const index = items.findIndex((item) => item.id === id)
        if (root?.id === id || parents.some((parent) => parent.id === id)) folders.delete(path)
        else if (index >= 0)
          folders.put({ ...kept, total: total - 1, items: items.toSpliced(index, 1), rows: rows.toSpliced(index, 1) })
      }
    }
  })

/** Deletes the kept folders of other accounts that are lost. */
export const dropLostFolders = async (isLost: (id: string) => Promise<boolean>): Promise<void> => {
  let ids: string[] = []
  await transactOffline(({ folders }) => {
    const request = folders.getAll()
    request.onsuccess = () => {
      ids = (request.result as OfflineFolder[]).flatMap(({ root }) => (root?.attributes.access ? [root.id] : []))
    }
  })
  for (const id of ids) if (await isLost(id)) await dropFolder(id)
}
