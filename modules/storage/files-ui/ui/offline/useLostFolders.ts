import { useEffect } from 'react'
import { onRealtime, onRealtimeReconnect } from '../../../../web/ui.ts'
import { dropLostFolders } from '../../../offline/ui.ts'
import { type ItemsChanged, itemsChanged } from '../../../tree/contract.ts'
import { apiErrorOf } from '../../../tree/ui.ts'
import { useFiles } from '../context.ts'

/** Several changes are often told at once. */
const delayMs = 1_000

/** Deletes kept team folders that were closed to their reader: now and whenever that may have changed, also in hidden tabs. */
export const useLostFolders = (): void => {
  const { api } = useFiles()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const isLost = (id: string) =>
      api.item(id).then(
        () => false,
        (error) => apiErrorOf(error).status === 404,
      )
    const check = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        dropLostFolders(isLost).catch(() => undefined)
      }, delayMs)
    }
    check()
    const stop = [
      onRealtime(itemsChanged, ({ everything }: ItemsChanged) => everything && check()),
      onRealtimeReconnect(check),
    ]
    return () => {
      clearTimeout(timer)
      for (const end of stop) end()
    }
  }, [api])
}
