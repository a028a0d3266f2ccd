export const nameLibraries: (folder: string) => void
