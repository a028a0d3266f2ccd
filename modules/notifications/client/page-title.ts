// The progress of an upload precedes it: “(45%) (3) My Files – Coffer”.
const prefix = /^((?:\(\d{1,3} ?%\) )?)(?:\((?:\d{1,2}|99\+)\) )?/

/** Prefixes a page's title with the number of unread notifications; 0 removes the prefix. */
export const titleWithUnread = (title: string, unread: number): string =>
  title.replace(
    prefix,
    (_all, progress: string) => `${progress}${unread > 0 ? `(${unread > 99 ? '99+' : unread}) ` : ''}`,
  )
