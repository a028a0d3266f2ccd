import { useEffect, useState } from 'react'

/**
 * Defers Enter in a search field until its results have loaded; drops it when the query changes before that. `queryKey`
 * identifies everything the results depend on. Returns the function to call on Enter; its argument is passed to `action`.
 */
export const useEnterAfterResults = <Argument>(
  queryKey: string,
  loaded: boolean,
  action: (argument: Argument) => void,
) => {
  const [pending, setPending] = useState<{ queryKey: string; argument: Argument } | null>(null)
  useEffect(() => {
    if (!pending || (pending.queryKey === queryKey && !loaded)) return
    setPending(null)
    if (pending.queryKey === queryKey) action(pending.argument)
  })
  return (argument: Argument): void => setPending({ queryKey, argument })
}
