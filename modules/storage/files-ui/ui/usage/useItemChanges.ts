import { useEffect, useState } from 'react'
import { hasOccurredSince, navigationBeganAt, onRealtime, onRealtimeReconnect } from '../../../../web/ui.ts'
import { itemsChanged } from '../../../tree/contract.ts'

/** Changes within this time are counted once, ms. */
const delayMs = 500

/** Counts changes of the account's items, by anyone, with the changes that this page's data may lack. */
export const useItemChanges = (): number => {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setChanges((before) => before + 1)
      }, delayMs)
    }
    if (hasOccurredSince(itemsChanged, navigationBeganAt())) count()
    const stop = [onRealtime(itemsChanged, count), onRealtimeReconnect(count)]
    return () => {
      clearTimeout(timer)
      for (const end of stop) end()
    }
  }, [])
  return changes
}
