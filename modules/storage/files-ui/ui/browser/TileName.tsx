/** The last letters of a name with its extension, 13 characters at most. */
const ending = /[^\s.-]{0,4}\.[a-z0-9]{1,8}$/i

/** A name in several lines that is not broken within its extension. */
export const TileName = ({ name }: { name: string }) => {
  const [last = ''] = ending.exec(name) ?? []
  return (
    <>
      {name.slice(0, name.length - last.length)}
      {last && <span className="whitespace-nowrap">{last}</span>}
    </>
  )
}
