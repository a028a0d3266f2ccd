import { useEffect } from 'react'

let home: (() => void) | null = null

/** While this is on the page, `go` gives the focus a place when what should get it back is gone. */
export const useFocusHome = (go: () => void): void => {
  useEffect(() => {
    home = go
    return () => {
      if (home === go) home = null
    }
  }, [go])
}

export const goHome = (): void => home?.()
