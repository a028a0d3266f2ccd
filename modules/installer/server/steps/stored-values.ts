/** What the forms show of stored URLs, without the passwords. */

const decoded = (text: string) => decodeURIComponent(text)

/** Of a database of one's own. */
export const databaseValues = (databaseUrl: string | null): Record<string, string> => {
  const url = databaseUrl ? URL.parse(databaseUrl) : null
  if (!url) return {}
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || '5432',
    name: decoded(url.pathname.slice(1)),
    username: decoded(url.username),
    password_stored: url.password && '1',
  }
}

/** Of a mail server; without one, emails are written to files. */
export const mailValues = (mailUrl: string): Record<string, string> => {
  const url = mailUrl ? URL.parse(mailUrl) : null
  if (!url) return { mailDriver: 'log' }
  const encryption = url.protocol === 'smtps:' ? 'ssl' : url.searchParams.has('requireTLS') ? 'tls' : ''
  return {
    mailDriver: 'smtp',
    host: url.hostname,
    port: url.port || '587',
    username: decoded(url.username),
    encryption,
    password_stored: url.password && '1',
  }
}

/** The password of a stored URL, for a form that leaves it out. */
export const storedPassword = (url: string | null): string => decoded((url && URL.parse(url)?.password) || '')
