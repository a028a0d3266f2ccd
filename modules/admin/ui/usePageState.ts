import { type Dispatch, type SetStateAction, useState } from 'react'

/** State that is initialized with data of the page, and again whenever the page has reloaded its data. */
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
