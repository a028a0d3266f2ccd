import { type Dispatch, type SetStateAction, useState } from 'react'

/** State that begins with the data of the page, and begins again when the page has loaded its data again. */
export const usePageState = <T>(data: T): [T, Dispatch<SetStateAction<T>>] => {
  const [state, setState] = useState(data)
  const [from, setFrom] = useState(data)
  if (from !== data) {
    setFrom(data)
    setState(data)
    return [data, setState]
  }
  return [state, setState]
}
