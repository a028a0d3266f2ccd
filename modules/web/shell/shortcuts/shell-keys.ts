/** Keys of every page, where they are bound and where they are shown. */
export const shellKeys = { help: '?', search: 'mod+k', searchCharacter: '/' } as const
