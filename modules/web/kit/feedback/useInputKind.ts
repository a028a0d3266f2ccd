import { useEffect } from 'react'

/**
 * Writes on <html> whether the keyboard or a pointer was used last (`data-input`): the browser shows a focus ring
 * wherever a script gives the focus back, also when a menu was left with the mouse.
 */
export const useInputKind = (): void => {
  useEffect(() => {
    const { dataset } = document.documentElement
    const onKey = ({ key }: KeyboardEvent) => {
      if (!['Control', 'Shift', 'Alt', 'Meta'].includes(key)) dataset.input = 'keys'
    }
    const onPointer = () => {
      dataset.input = 'pointer'
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPointer, true)
      delete dataset.input
    }
  }, [])
}
