// The progress of an upload stands before it: “(45%) (3) My Files – Coffer”.
const mark = /^((?:\(\d{1,3} ?%\) )?)(?:\((?:\d{1,2}|99\+)\) )?/

/** A page's title with the number of unread notifications before its name; 0: without. */
export const markedTitle = (title: string, unread: number): string =>
  title.replace(
    mark,
    (_all, progress: string) => `${progress}${unread > 0 ? `(${unread > 99 ? '99+' : unread}) ` : ''}`,
  )
