import { useEffect, useState } from 'react'

/**
 * Enter may come before the answer: what it was pressed for is done once the answer is there, unless something else is
 * asked by then. `asked` names all that the answer depends on. Answers with what is called at Enter; `how` is handed on.
 */
export const useEnterWhenAnswered = <How>(asked: string, answered: boolean, deed: (how: How) => void) => {
  const [wish, setWish] = useState<{ asked: string; how: How } | null>(null)
  useEffect(() => {
    if (!wish || (wish.asked === asked && !answered)) return
    setWish(null)
    if (wish.asked === asked) deed(wish.how)
  })
  return (how: How): void => setWish({ asked, how })
}
