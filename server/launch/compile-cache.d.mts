export declare const compileCacheOf: (bundle: string, cache: string) => string
