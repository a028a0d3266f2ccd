export declare const nameLibraries: (folder: string) => void
