import { useEffect } from 'react'

/**
 * Sets `data-input` on <html> to the input last used, `keys` or `pointer`: browsers show a focus ring wherever a script
 * sets the focus, also after a menu was closed with the mouse.
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
