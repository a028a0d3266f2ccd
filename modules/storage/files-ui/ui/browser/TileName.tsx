/** The last letters of a name with its extension, 13 characters at most. */
const ending = /[^\s.-]{0,4}\.[a-z0-9]{1,8}$/i

/** A name without its ending, and the ending; '' where it has none. */
export const splitFileName = (name: string): [stem: string, ending: string] => {
  const [last = ''] = ending.exec(name) ?? []
  return [name.slice(0, name.length - last.length), last]
}

/** A name in several lines that is not broken within its extension. */
export const TileName = ({ name }: { name: string }) => {
  const [stem, last] = splitFileName(name)
  return (
    <>
      {stem}
      {last === '' ? null : <span className="whitespace-nowrap">{last}</span>}
    </>
  )
}
