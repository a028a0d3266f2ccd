/** URL path of WebDAV, by which programs use the files of an account as a network drive. */
export const davRoot = '/dav/'
